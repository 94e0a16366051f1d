import { useEffect, useState } from 'preact/hooks';
import type { Means } from '../../../src/inspect/try-out.ts';
import { askOrThrow, session } from '../state/store.ts';

/** What can be tried out with the session; a text where the server refuses to say. */
export function useMeans(): Means | string | undefined {
  const [means, setMeans] = useState<Means | string | undefined>(undefined);
  const { id } = session.value;
  useEffect(() => {
    let isWanted = true;
    askOrThrow({ type: 'means', session: id }).then(
      (data) => isWanted && setMeans(data as Means), // as the protocol says
      (error) => isWanted && setMeans(errorWords(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  return means;
}

export const errorWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));
