import { Divider } from '../layout/divider.tsx';
import { screen } from '../layout/screen.ts';
import { leftWidth } from '../layout/sizes.ts';
import { hasWideTabs, Versions } from '../plan/plan-panel.tsx';
import { Tabs } from '../tabs/tabs.tsx';
import { SidePanel, setSide, sideShown, sideTabs } from './side-tabs.tsx';

/** The plan, or the agents, and the actors. */
export function Left() {
  const shown = sideShown();
  // On a phone it is what there is, and nothing beside it.
  const Box = screen.value === 'phone' ? 'section' : 'aside';
  return (
    <Box class="left" aria-label="Plan and actors">
      <Tabs label="Plan and actors" active={shown} onChoose={setSide} tabs={sideTabs()}>
        {shown === 'plan' && hasWideTabs() ? <Versions /> : null}
      </Tabs>
      <SidePanel tab={shown} />
      {screen.value === 'phone' ? null : (
        <Divider label="Width of the plan" size={leftWidth} axis="x" side={1} min={150} max={() => innerWidth / 3} />
      )}
    </Box>
  );
}
