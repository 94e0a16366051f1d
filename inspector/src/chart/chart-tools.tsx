import type { Chart } from '../../../src/inspect/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { runAction } from '../state/actions.ts';
import { density, isFollowing, showErrors } from '../state/page-state.ts';
import { collapsedOf, foldable } from './chart-layout.ts';
import { CheckMenu } from './check-menu.tsx';
import { showCoverage } from './coverage/show-coverage.ts';
import { FindState } from './find-state.tsx';
import { camera } from './glide.ts';
import { isMapShown, mapOf, showGuards, showSteering } from './map/map-look.ts';
import { isMinimapCovering, wantsMinimap } from './minimap.tsx';

/** What is done with the chart: find a state, what is shown of it, and the camera. */
export function ChartTools({ chart }: { chart: Chart }) {
  return (
    <div class="chart-tools" role="toolbar" aria-label="Chart">
      {isMinimapCovering.value ? (
        <button
          type="button"
          class="tool"
          data-testid="minimap-button"
          aria-pressed={wantsMinimap.value}
          aria-label="Overview"
          title="Overview of the chart"
          onClick={() => {
            wantsMinimap.value = !wantsMinimap.value;
          }}
        >
          <Icon name="map" size={14} />
        </button>
      ) : null}
      <FindState chart={chart} />
      <ShowMenu chart={chart} />
      <button
        type="button"
        class="tool follow"
        data-testid="follow"
        aria-pressed={isFollowing.value}
        title="Follow the active state (f)"
        onClick={() => runAction('follow')}
      >
        <Icon name="target" size={14} />
        <span class="tool-word">Follow</span>
      </button>
      <Zoom />
    </div>
  );
}

function Zoom() {
  return (
    <>
      <button
        type="button"
        class="tool"
        aria-label="Zoom out"
        title="Zoom out (−)"
        onClick={() => runAction('zoom-out')}
      >
        <Icon name="minus" size={14} />
      </button>
      <span class="percent" data-testid="percent">
        {Math.round(camera.value.scale * 100)}%
      </span>
      <button type="button" class="tool" aria-label="Zoom in" title="Zoom in (+)" onClick={() => runAction('zoom-in')}>
        <Icon name="plus" size={14} />
      </button>
      <button
        type="button"
        class="tool"
        data-testid="fit"
        aria-label="Fit the chart"
        title="Fit the chart (0)"
        onClick={() => runAction('fit')}
      >
        <Icon name="fit" size={14} />
      </button>
    </>
  );
}

/** What of the chart is drawn. */
function ShowMenu({ chart }: { chart: Chart }) {
  const isMap = isMapShown(chart);
  const item = (id: string, title: string, isOn: boolean) => ({ id, title, isOn, run: () => runAction(id) });
  const items = [
    ...(mapOf(chart) ? [item('whole', 'Whole chart', !isMap)] : []),
    ...(isMap ? [item('guards', 'Guards', showGuards.value), item('steering', 'Steering', showSteering.value)] : []),
    item('errors', isMap ? 'Errors and limits' : 'Errors as lines', showErrors.value),
    ...(isMap ? [] : [item('density', 'Actors and actions', density.value === 'roomy')]),
    ...(isMap || foldable(chart).length === 0 ? [] : [item('collapse', 'Inner states', collapsedOf(chart).size === 0)]),
    ...(chart.coverage ? [item('coverage', 'Coverage', showCoverage.value)] : []),
  ];
  return (
    <CheckMenu
      label="Show"
      testId="show"
      items={items}
      last={{ title: 'Download as SVG', run: () => runAction('export-svg') }}
    />
  );
}
