import { ActorTree } from './actor-tree.tsx';
import { Divider } from './divider.tsx';
import { Panel } from './panel.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { rememberedSize } from './remembered-size.ts';

export const leftWidth = rememberedSize('left', 240);
const treeHeight = rememberedSize('tree', Math.round(innerHeight * 0.5));

/** The actors, and the plan below them. */
export function Left() {
  return (
    <aside
      class="left"
      aria-label="Actors and plan"
      style={{ gridTemplateRows: `auto min(${treeHeight.value}px, 65vh) 1px auto minmax(0, 1fr)` }}
    >
      <h2 class="heading">Actors</h2>
      <Panel name="The tree of actors">
        <ActorTree />
      </Panel>
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
      <Divider label="Width of the actors" size={leftWidth} axis="x" side={1} min={150} max={() => innerWidth / 3} />
    </aside>
  );
}
