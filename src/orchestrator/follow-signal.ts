import type { Run } from './run/run.ts';

/** Cancels a run when a signal aborts, until the run has ended or the returned function is called. */
export function followSignal(run: Run, signal: AbortSignal | undefined): () => void {
  if (!signal) return () => {};
  const cancel = () => run.cancel('aborted by its signal');
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const unfollow = () => signal.removeEventListener('abort', cancel);
  run.result.catch(() => {}).finally(unfollow);
  return unfollow;
}
