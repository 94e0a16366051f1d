import { TroupeError } from '../../errors.ts';

/** Refuses what cannot be the id of a new run: a store would not find it under that name again. @throws TroupeError `usage` */
export function checkRunId(id: string): void {
  if (typeof id === 'string' && id !== '' && !/[\0\p{Cs}]/u.test(id)) return;
  const shown = JSON.stringify(id) ?? String(id);
  throw new TroupeError(
    'usage',
    `The id of a run is a text that is not empty and is whole Unicode: ${shown} cannot be one.`,
  );
}
