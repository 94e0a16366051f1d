import { TroupeError } from 'troupe';

/** Tries until the lease of a dead process has run out. */
export async function untilFree<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TroupeError) || error.code !== 'lease') throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
