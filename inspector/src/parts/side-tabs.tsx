import type { FunctionComponent } from 'preact';
import { PlanPanel } from '../plan/plan-panel.tsx';
import { chosenSide, type SideTab } from '../state/page-state.ts';
import { info, session } from '../state/store.ts';
import { type Tab, TabPanel } from '../tabs/tabs.tsx';
import { ActorTree, failedHere } from './actor-tree.tsx';
import { AgentPanel } from './agent-panel.tsx';
import { Panel } from './panel.tsx';

interface Side {
  readonly title: string;
  /** What it shows, as a sentence begins. */
  readonly name: string;
  readonly show: FunctionComponent;
}

const sides: Readonly<Record<SideTab, Side>> = {
  plan: { title: 'Plan', name: 'The plan', show: PlanPanel },
  agents: { title: 'Agents', name: 'The agents', show: AgentPanel },
  actors: { title: 'Actors', name: 'The tree of actors', show: ActorTree },
};

/** What stands beside the actors: only an orchestrator makes plans, and only agents are asked and answer. */
function beside(): 'plan' | 'agents' | undefined {
  if (info.value?.kind === 'actor') return undefined;
  if (info.value?.chart === undefined) return 'plan';
  return info.value.isAgent ? 'agents' : undefined;
}

/** The tabs that this session has. */
export function sideTabs(): readonly Tab<SideTab>[] {
  const other = beside();
  const actors = session.value.state.value.size;
  const failed = failedHere.value.size;
  const badge =
    failed > 0 ? { badge: `${failed} failed`, tone: 'bad' as const } : actors > 0 ? { badge: String(actors) } : {};
  return [
    ...(other ? [{ id: other, title: sides[other].title }] : []),
    { id: 'actors', title: sides.actors.title, ...badge },
  ];
}

/** The tab that is shown: the chosen one where the session has it, else what there is to see. */
export function sideShown(): SideTab {
  const other = beside();
  const chosen = chosenSide.value;
  if (chosen === 'actors' || other === undefined) return 'actors';
  if (chosen !== undefined) return other;
  return other === 'plan' && session.value.lastPlan.value === undefined ? 'actors' : other;
}

export function setSide(tab: SideTab): void {
  chosenSide.value = tab;
}

/** What one of the tabs shows. */
export function SidePanel({ tab }: { readonly tab: SideTab }) {
  const { show: Shown, name } = sides[tab];
  return (
    <TabPanel id={tab} class="side">
      <Panel name={name} key={tab}>
        <Shown />
      </Panel>
    </TabPanel>
  );
}
