import { info } from '../state/store.ts';
import { ActorTree } from './actor-tree.tsx';
import { AgentPanel } from './agent-panel.tsx';
import { Divider } from './divider.tsx';
import { Panel } from './panel.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { rememberedSize } from './remembered-size.ts';

export const leftWidth = rememberedSize('left', 240);
const treeHeight = rememberedSize('tree', Math.round(innerHeight * 0.5));

/** What stands below the actors: only an orchestrator makes plans, and only agents are asked and answer. */
function belowActors(): 'plan' | 'agents' | undefined {
  if (info.value?.chart === undefined) return 'plan';
  return info.value.isAgent ? 'agents' : undefined;
}

/** The actors, and what the run is about below them. */
export function Left() {
  const below = belowActors();
  // A run of agents has few actors with names that say much, and more to read below them.
  const tree = `min(${treeHeight.value}px, ${below === 'agents' ? 40 : 65}vh)`;
  return (
    <aside
      class="left"
      aria-label={below ? `Actors and ${below}` : 'Actors'}
      style={{ gridTemplateRows: below ? `auto ${tree} 1px auto minmax(0, 1fr)` : 'auto minmax(0, 1fr)' }}
    >
      <h2 class="heading">Actors</h2>
      <Panel name="The tree of actors">
        <ActorTree />
      </Panel>
      {below ? <Below what={below} /> : null}
      <Divider label="Width of the actors" size={leftWidth} axis="x" side={1} min={150} max={() => innerWidth / 3} />
    </aside>
  );
}

function Below({ what }: { what: 'plan' | 'agents' }) {
  return (
    <>
      <Divider
        label="Height of the actors"
        size={treeHeight}
        axis="y"
        side={1}
        min={80}
        max={() => innerHeight - 200}
      />
      <Panel name={what === 'plan' ? 'The plan' : 'The agents'}>
        {what === 'plan' ? <PlanPanel width={leftWidth.value} /> : <AgentPanel />}
      </Panel>
    </>
  );
}
