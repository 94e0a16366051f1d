import { useState } from 'preact/hooks';
import type { OutcomeOfPage } from '../../../src/inspect/try-out.ts';
import { askOrThrow, session } from '../state/store.ts';
import { errorWords } from './use-means.ts';

/** A fork that was made. */
export interface Forked {
  readonly session: string;
  /** The keys of what it makes again. */
  readonly again: readonly string[];
  readonly at: number;
}

export interface ForkWith {
  readonly at: number;
  readonly edits?: readonly { readonly path: string; readonly value: unknown }[];
  readonly outcome?: OutcomeOfPage;
}

export interface Forking {
  readonly forked: Forked | undefined;
  readonly isBusy: boolean;
  /** Why the server refuses it. */
  readonly refusal: string | undefined;
  fork(given: ForkWith): Promise<void>;
  /** What was refused has been changed. */
  forget(): void;
}

/** Makes a fork of the session; what is refused stays in the dialog that asks for it. */
export function useFork(): Forking {
  const [forked, setForked] = useState<Forked | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const fork = async ({ at, edits = [], outcome }: ForkWith) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const changed = {
        ...(edits.length > 0 ? { edits: edits.map(({ path, value }) => ({ path, value })) } : {}),
        ...(outcome ? { outcome } : {}),
      };
      const made = await askOrThrow({ type: 'fork', session: session.value.id, at, ...changed });
      setForked({ at, ...(made as Omit<Forked, 'at'>) }); // as the protocol says
    } catch (error) {
      setRefusal(errorWords(error));
    }
    setBusy(false);
  };
  return { forked, isBusy, refusal, fork, forget: () => setRefusal(undefined) };
}
