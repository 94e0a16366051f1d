import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { messageOf, TroupeError } from '../../errors.ts';
import type { Coverage } from '../../inspect/chart/chart.ts';

const coverageSchema = z.record(z.string(), z.record(z.string(), z.number().int().nonnegative()));

/** Reads a report of coverage. @throws TroupeError `usage` for a file that is none, with what it should hold. */
export function readCoverage(file: string): Coverage {
  try {
    return coverageSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? (error.issues[0]?.message ?? 'it has another shape') : messageOf(error);
    throw new TroupeError(
      'usage',
      `${file} is no report of coverage: ${why}. It holds, for the name of each chart, how often each transition was taken: ` +
        'JSON.stringify({ light: explore(light, …).coverage })',
      { cause: error },
    );
  }
}
