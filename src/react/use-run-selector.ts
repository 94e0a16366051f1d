import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { ChartRun } from '../run/chart-run.ts';
import { storeOf } from './run-view.ts';

/**
 * Shows a part of a run's state in a component, which renders again when that part is another one. Parts that are `isEqual` are one and the same; without a
 * run there is none.
 */
export function useRunSelector<Machine extends AnyStateMachine, Part>(
  run: ChartRun<Machine>,
  selector: (snapshot: SnapshotFrom<Machine>) => Part,
  isEqual?: (one: Part, other: Part) => boolean,
): Part;
export function useRunSelector<Machine extends AnyStateMachine, Part>(
  run: ChartRun<Machine> | undefined,
  selector: (snapshot: SnapshotFrom<Machine>) => Part,
  isEqual?: (one: Part, other: Part) => boolean,
): Part | undefined;
export function useRunSelector<Part>(
  run: ChartRun | undefined,
  selector: (snapshot: SnapshotFrom<AnyStateMachine>) => Part,
  isEqual: (one: Part, other: Part) => boolean = Object.is,
): Part | undefined {
  const shown = useRef<{ readonly part: Part } | undefined>(undefined);
  const select = useMemo(() => {
    let last: { readonly snapshot: unknown; readonly part: Part } | undefined;
    return () => {
      if (!run) return undefined;
      const snapshot = run.getSnapshot();
      if (last?.snapshot === snapshot) return last.part;
      const part = selector(snapshot);
      // A selector that is made in every render begins with what is shown.
      const before = last ?? shown.current;
      last = { snapshot, part: before && isEqual(before.part, part) ? before.part : part };
      return last.part;
    };
  }, [run, selector, isEqual]);
  const part = useSyncExternalStore(storeOf(run).subscribe, select, select);
  useEffect(() => {
    shown.current = run && { part: part as Part }; // with a run there is a part
  }, [run, part]);
  return part;
}
