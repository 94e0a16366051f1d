import { type Signal, signal } from '@preact/signals';

/** What somebody has typed, by the name of the field. */
export type Typed = Readonly<Record<string, string>>;

const none: Typed = {};
const all = new Map<string, Signal<Typed>>();
const storedAs = (place: string) => `troupe.typed.${place}`;

/** What was typed at a place and not sent: it is there after one has looked elsewhere, and after the page was loaded again. */
export function typedAt(place: string): Signal<Typed> {
  const known = all.get(place) ?? signal(stored(place));
  all.set(place, known);
  return known;
}

export function keepTyped(place: string, change: Typed): void {
  const typed = typedAt(place);
  typed.value = { ...typed.value, ...change };
  store(place, JSON.stringify(typed.value));
}

/** It was sent, or is not wanted any more. */
export function forgetTyped(place: string): void {
  typedAt(place).value = none;
  store(place, undefined);
}

/** What was typed here, as text to copy; empty where nothing was. */
export const typedText = (place: string): string =>
  Object.entries(typedAt(place).value)
    .flatMap(([field, text]) => (field.startsWith('.') || text.trim() === '' ? [] : [text]))
    .join('\n');

function stored(place: string): Typed {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storedAs(place)) ?? 'null');
    const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
    return Object.fromEntries(entries.map(([field, text]) => [field, String(text)]));
  } catch {
    return none;
  }
}

/** A browser that stores nothing (private, framed) keeps it until the page is closed. */
function store(place: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(storedAs(place));
    else sessionStorage.setItem(storedAs(place), text);
  } catch {}
}
