import { hasGantt } from '../gantt/gantt-state.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { sideTabs } from '../parts/side-tabs.tsx';
import { type PhoneTab, phoneTab, phoneTabs } from '../state/page-state.ts';
import { info } from '../state/store.ts';

const looks: Readonly<Record<PhoneTab, { readonly title: string; readonly icon: IconName }>> = {
  run: { title: 'Run', icon: 'run' },
  map: { title: 'Map', icon: 'map' },
  plan: { title: 'Plan', icon: 'plan' },
  gantt: { title: 'Gantt', icon: 'gantt' },
  log: { title: 'Log', icon: 'log' },
};

/** What the tabs show of a session that has no plan, or no effects. */
function titleOf(tab: PhoneTab): string {
  if (tab === 'plan' && !sideTabs().some(({ id }) => id === 'plan')) return sideTabs()[0]?.title ?? 'Actors';
  if (tab === 'gantt' && !hasGantt.value) return 'Sequence';
  if (tab === 'run' && info.value?.kind === 'actor') return 'Actor';
  return looks[tab].title;
}

/** The parts of the page on a small screen, of which one is shown. */
export function BottomTabs() {
  return (
    <nav class="bottom-tabs" aria-label="Parts of the page">
      {phoneTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          data-testid={`phone-${tab}`}
          {...(phoneTab.value === tab ? { 'aria-current': 'page' as const } : {})}
          onClick={() => {
            phoneTab.value = tab;
          }}
        >
          <Icon name={looks[tab].icon} size={20} />
          {titleOf(tab)}
        </button>
      ))}
    </nav>
  );
}
