import { info } from '../state/store.ts';
import { ActorTree } from './actor-tree.tsx';
import { Divider } from './divider.tsx';
import { Panel } from './panel.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { rememberedSize } from './remembered-size.ts';

export const leftWidth = rememberedSize('left', 240);
const treeHeight = rememberedSize('tree', Math.round(innerHeight * 0.5));

/** The actors, and the plan below them where there can be one. */
export function Left() {
  // Only an orchestrator makes plans.
  const hasPlan = info.value?.chart === undefined;
  const tree = `min(${treeHeight.value}px, 65vh)`;
  return (
    <aside
      class="left"
      aria-label={hasPlan ? 'Actors and plan' : 'Actors'}
      style={{ gridTemplateRows: hasPlan ? `auto ${tree} 1px auto minmax(0, 1fr)` : 'auto minmax(0, 1fr)' }}
    >
      <h2 class="heading">Actors</h2>
      <Panel name="The tree of actors">
        <ActorTree />
      </Panel>
      {hasPlan ? <Plan /> : null}
      <Divider label="Width of the actors" size={leftWidth} axis="x" side={1} min={150} max={() => innerWidth / 3} />
    </aside>
  );
}

function Plan() {
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
      <Panel name="The plan">
        <PlanPanel width={leftWidth.value} />
      </Panel>
    </>
  );
}
