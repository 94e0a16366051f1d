import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/**
 * The actors below a snapshot with their status. A replay stops those that were at work when it ends, and they let go of their own children; those
 * that had ended stay as they were.
 */
export function actorsOf(
  snapshot: Partial<AnyMachineSnapshot>,
  path: string,
  isAtWork: boolean,
): { path: string; status: string }[] {
  return Object.entries((snapshot.children ?? {}) as Record<string, AnyActorRef>).flatMap(([id, ref]) => {
    const own = ref.getSnapshot() as Partial<AnyMachineSnapshot>; // of any logic
    const status = own.status === 'stopped' && isAtWork ? 'active' : String(own.status);
    return [{ path: `${path}/${id}`, status }, ...actorsOf(own, `${path}/${id}`, isAtWork)];
  });
}

/** What differs between a tree of actors that is shown and the actors below a snapshot of the host. */
export function treeProblems(
  shown: readonly { readonly path: string; readonly status: string }[],
  snapshot: Partial<AnyMachineSnapshot>,
): string[] {
  const known = new Map(shown.map(({ path, status }) => [path, status]));
  const there = actorsOf(snapshot, 'host', snapshot.status === 'active');
  const atWork = new Set(['host', ...there.flatMap(({ path, status }) => (status === 'active' ? [path] : []))]);
  // Of those who were stopped at work nobody knows any more who worked for them.
  const worksFor = (path: string): boolean => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    return parent !== '' && parent !== 'host' && (atWork.has(parent) || worksFor(parent));
  };
  return [
    ...[{ path: 'host', status: String(snapshot.status) }, ...there]
      .filter(({ path, status }) => known.get(path) !== status)
      .map(({ path, status }) => `${path} is ${known.get(path)}, not ${status}`),
    ...shown
      .filter(({ path, status }) => status === 'active' && !atWork.has(path) && !worksFor(path))
      .map(({ path }) => `${path} is not at work`),
  ];
}
