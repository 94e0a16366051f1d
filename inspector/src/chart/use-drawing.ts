import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Drawing } from '../../../src/inspect/chart/drawing.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import { drawingOf, lookOf, toggleCollapsed } from './chart-layout.ts';
import { partToFollow } from './followed-part.ts';
import { mapDrawing } from './map/map-drawing.ts';
import { isMapShown, toggleRoom } from './map/map-look.ts';
import { showDrawing, shownDrawing } from './shown-drawing.ts';

/** The drawing of a chart as it is looked at now: laid out again whenever that changes. */
export function useDrawing(
  chart: Chart,
  active: ReadonlySet<string>,
): {
  readonly drawing: Drawing | undefined;
  readonly isBusy: boolean;
  /** Why it cannot be drawn; empty when it can. */
  readonly error: string;
  /** Collapses or expands a state, which stays under the pointer. */
  readonly fold: (id: string) => void;
} {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const anchor = useRef<string | undefined>(undefined);
  const at = useRef(active);
  at.current = active;
  const isMap = isMapShown(chart);
  const map = isMap ? mapDrawing(chart) : undefined;
  const look = lookOf(chart);
  useEffect(() => {
    let isWanted = true;
    const settle = (problem: string, drawing?: Drawing) => {
      if (!isWanted) return;
      setBusy(false);
      setError(problem);
      if (!drawing) return;
      showDrawing(chart, drawing, partToFollow(drawing, at.current), anchor.current);
      anchor.current = undefined;
    };
    if (isMap) {
      if (map) settle('', map);
      return;
    }
    setBusy(true);
    drawingOf(chart, look).then(
      (drawing) => settle('', drawing),
      (reason: Error) => settle(reason.message),
    );
    return () => {
      isWanted = false;
    };
  }, [chart, isMap, map, look.collapsed, look.showErrors, look.density]);
  const fold = useCallback(
    (id: string) => {
      anchor.current = id;
      if (isMapShown(chart)) toggleRoom(chart, id);
      else toggleCollapsed(chart, id);
    },
    [chart],
  );
  const shown = shownDrawing.value;
  return { drawing: shown?.chart === chart ? shown.drawing : undefined, isBusy, error, fold };
}
