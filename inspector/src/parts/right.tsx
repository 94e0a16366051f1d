import { computed } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { BreakpointList } from '../dialogs/breakpoint-list.tsx';
import { failedWith } from '../header/failed.ts';
import { Divider } from '../layout/divider.tsx';
import { screen } from '../layout/screen.ts';
import { leftWidth, rightWidth } from '../layout/sizes.ts';
import { isDeciding, openAsks } from '../people/deciding.ts';
import { Decision } from '../people/decision.tsx';
import { isShared } from '../share/inlined.ts';
import {
  type DetailTab,
  detailTab,
  detailTabs,
  isCauseShown,
  isDecisionShown,
  isSideAtRight,
  type SideTab,
  showCause,
  showDecision,
  showDetail,
} from '../state/page-state.ts';
import { info, session } from '../state/store.ts';
import { CauseTab } from '../step/cause-tab.tsx';
import { StepTab } from '../step/step-tab.tsx';
import { DiffTab } from '../tabs/diff-tab.tsx';
import { EventTab } from '../tabs/event-tab.tsx';
import { PromptTab } from '../tabs/prompt-tab.tsx';
import { SendTab } from '../tabs/send-tab.tsx';
import { StateTab } from '../tabs/state-tab.tsx';
import { type Tab, TabPanel, Tabs } from '../tabs/tabs.tsx';
import { HeldEvents } from './held-events.tsx';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';
import { Panel } from './panel.tsx';
import { SidePanel, setSide, sideShown, sideTabs } from './side-tabs.tsx';

const details: Readonly<Record<DetailTab, { readonly title: string; readonly show: FunctionComponent }>> = {
  step: { title: 'Step', show: StepTab },
  prompt: { title: 'Prompt', show: PromptTab },
  state: { title: 'State', show: StateTab },
  event: { title: 'Event', show: EventTab },
  diff: { title: 'Diff', show: DiffTab },
  send: { title: 'Send', show: SendTab },
};

/** Details of the entry at the cursor; while something waits for a person, that is the first of them. */
export function Right() {
  // On a phone it is what there is, and nothing beside it.
  const Box = screen.value === 'phone' ? 'section' : 'aside';
  return (
    <Box class="right" aria-label="Details">
      <Details />
      {screen.value === 'phone' ? null : (
        <Divider
          label="Width of the details"
          size={rightWidth}
          axis="x"
          side={-1}
          min={280}
          max={() => innerWidth - leftWidth.value - 220}
        />
      )}
    </Box>
  );
}

type RightTab = 'decision' | 'cause' | DetailTab | SideTab;

/** What waits for a person first, then on a tablet the tabs of the left column, then why the run failed, then the details. */
function tabsHere(): readonly Tab<RightTab>[] {
  const own = detailTabs.filter(isHere).map((id) => ({ id, title: details[id].title }));
  const asks = openAsks.value.length;
  return [
    ...(asks > 0 ? [{ id: 'decision', title: 'Decision', badge: String(asks), tone: 'waits' } as const] : []),
    ...(screen.value === 'tablet' ? sideTabs() : []),
    ...(failedWith() ? [{ id: 'cause', title: 'Cause' } as const] : []),
    ...own,
  ];
}

/** Whether there are steps that could be chosen. */
const hasSteps = computed(() => session.value.lastPlan.value !== undefined);

/** A file is sent nothing, an actor of somebody's own calls no models, and only a plan has steps. */
function isHere(tab: DetailTab): boolean {
  if (tab === 'send') return !isShared;
  if (tab === 'prompt') return info.value?.kind !== 'actor';
  return tab !== 'step' || hasSteps.value;
}

const isDetail = (tab: RightTab): tab is DetailTab => Object.hasOwn(details, tab);

function choose(tab: RightTab): void {
  if (tab === 'decision') {
    showDecision();
    return;
  }
  if (tab === 'cause') {
    showCause();
    return;
  }
  if (isDetail(tab)) {
    showDetail(tab);
    return;
  }
  setSide(tab);
  isDecisionShown.value = false;
  isCauseShown.value = false;
  isSideAtRight.value = true;
}

function tabShown(): RightTab {
  if (isDeciding.value && isDecisionShown.value) return 'decision';
  if (isCauseShown.value && failedWith()) return 'cause';
  if (screen.value === 'tablet' && isSideAtRight.value) return sideShown();
  return isHere(detailTab.value) ? detailTab.value : 'state';
}

function Details() {
  const shown = tabShown();
  return (
    <>
      <DetailTabs shown={shown} />
      {shown === 'decision' ? (
        <TabPanel id="decision" class="deciding">
          <Panel name="What the run waits for">
            <Decision />
          </Panel>
        </TabPanel>
      ) : shown === 'cause' ? (
        <TabPanel id="cause" class="details">
          <Panel name="Why the run failed">
            <CauseTab />
          </Panel>
        </TabPanel>
      ) : isDetail(shown) ? (
        <DetailPanel tab={shown} />
      ) : (
        <SidePanel tab={shown} />
      )}
    </>
  );
}

/** Where there is little room the last tabs are in a menu; the one that is shown stands among the others. */
function DetailTabs({ shown }: { readonly shown: RightTab }) {
  const tabs = tabsHere();
  const most = screen.value === 'tablet' ? 4 : tabs.length;
  const isKept = (tab: Tab<RightTab>, place: number) =>
    place < (tabs.findIndex(({ id }) => id === shown) < most ? most : most - 1) || tab.id === shown;
  const kept = tabs.filter(isKept);
  const rest = tabs.filter((tab) => !kept.includes(tab));
  return (
    <Tabs label="Details" active={shown} onChoose={choose} tabs={kept}>
      {rest.length > 0 ? (
        <Menu
          label="More details"
          class="end"
          testId="more-details"
          items={rest.map(({ id, title }) => ({ title, run: () => choose(id) }))}
        >
          <Icon name="more" />
        </Menu>
      ) : null}
    </Tabs>
  );
}

function DetailPanel({ tab }: { readonly tab: DetailTab }) {
  const { show: Shown } = details[tab];
  return (
    <TabPanel id={tab} class="details">
      <Panel name="What is held">
        <HeldEvents />
        <BreakpointList />
      </Panel>
      <Panel name={`The ${tab}`} key={tab}>
        <Shown />
      </Panel>
    </TabPanel>
  );
}
