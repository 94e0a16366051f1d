import { z } from 'zod';
import { type Part, partSchema } from '../domain/part.ts';
import { TroupeError } from '../errors.ts';

const partsSchema = z.array(partSchema);

/** The images and files that a tool gave, if any. @throws TroupeError `tool` for what cannot be shown to anybody. */
export function partsGiven(parts: unknown, tool: string): { readonly parts?: readonly Part[] } {
  if (parts === undefined || (Array.isArray(parts) && parts.length === 0)) return {};
  const parsed = partsSchema.safeParse(parts);
  if (parsed.success) return { parts: parsed.data };
  throw new TroupeError('tool', `The tool "${tool}" gave parts that are none: ${z.prettifyError(parsed.error)}`);
}
