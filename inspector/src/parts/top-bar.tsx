import { Controls } from './controls.tsx';
import { RunMenu } from './run-menu.tsx';
import { RunStatus } from './run-status.tsx';
import { SessionSelect } from './session-select.tsx';
import { Slider } from './slider.tsx';

/** The run and where in it we are, and how to move. */
export function TopBar() {
  return (
    <header class="top">
      <SessionSelect />
      <RunStatus />
      <Controls />
      <Slider />
      <RunMenu />
    </header>
  );
}
