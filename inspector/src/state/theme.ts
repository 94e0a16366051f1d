import { effect, signal } from '@preact/signals';
import { remember, remembered } from './remembered.ts';

const system = matchMedia('(prefers-color-scheme: dark)');
const stored = remembered('theme');
const systemTheme = signal<'light' | 'dark'>(system.matches ? 'dark' : 'light');

/** What the person chose; undefined: what the system says. */
const chosen = signal<'light' | 'dark' | undefined>(stored === 'light' || stored === 'dark' ? stored : undefined);

export const theme = signal<'light' | 'dark'>(chosen.value ?? systemTheme.value);

system.addEventListener('change', ({ matches }) => {
  systemTheme.value = matches ? 'dark' : 'light';
});

effect(() => {
  theme.value = chosen.value ?? systemTheme.value;
  document.documentElement.dataset.theme = theme.value;
});

export function toggleTheme(): void {
  chosen.value = theme.value === 'dark' ? 'light' : 'dark';
  remember('theme', chosen.value);
}
