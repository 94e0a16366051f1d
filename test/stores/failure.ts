import { TroupeError } from 'troupe';

/** What an attempt to open a store, or to use it, throws. */
export async function failure(work: () => unknown): Promise<TroupeError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TroupeError) return error;
    throw error;
  }
  throw new Error('It worked.');
}
