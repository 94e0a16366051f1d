import { useEffect, useRef, useState } from 'preact/hooks';
import type { Reasked } from '../../../src/inspect/try-out.ts';
import { askOrThrow, session } from '../state/store.ts';
import { errorWords } from './use-means.ts';

/** How a call is made once more. */
export interface AskedWith {
  /** Empty: whoever was asked in the run. */
  readonly model: string;
  /** Absent: what was asked in the run. */
  readonly messages?: readonly unknown[];
}

export interface Reasking {
  /** Since when it is under way. */
  readonly since: number | undefined;
  readonly reasked: (Reasked & { readonly asked: AskedWith }) | undefined;
  readonly problem: string | undefined;
  ask(asked: AskedWith): void;
  stop(): void;
}

/** Makes a call once more, one at a time; whoever leaves gives it up. */
export function useReask(key: string): Reasking {
  const [since, setSince] = useState<number | undefined>(undefined);
  const [reasked, setReasked] = useState<Reasking['reasked']>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const underWay = useRef<string | undefined>(undefined);
  const stop = () => {
    const call = underWay.current;
    underWay.current = undefined;
    setSince(undefined);
    if (call !== undefined) askOrThrow({ type: 'stop', call }).catch(() => {}); // a server that is away has stopped it
  };
  useEffect(() => stop, []);
  const ask = (asked: AskedWith) => {
    stop();
    const call = crypto.randomUUID();
    const { model, messages } = asked;
    underWay.current = call;
    setSince(performance.now());
    setProblem(undefined);
    setReasked(undefined);
    askOrThrow({
      type: 'reask',
      session: session.value.id,
      key,
      call,
      ...(model === '' ? {} : { model }),
      ...(messages ? { messages } : {}),
    })
      .then(
        (data) => {
          if (underWay.current === call) setReasked({ ...(data as Reasked), asked }); // as the protocol says
        },
        (error) => {
          if (underWay.current === call) setProblem(errorWords(error));
        },
      )
      .finally(() => {
        if (underWay.current !== call) return;
        underWay.current = undefined;
        setSince(undefined);
      });
  };
  return { since, reasked, problem, ask, stop };
}
