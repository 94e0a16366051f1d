import type { OutputShape } from '../domain/schemas/standard-schema.ts';
import { TroupeError } from '../errors.ts';
import { toOutputShape } from '../models/output-shape.ts';
import type { AnyCallOptions } from './call-options.ts';

/** The shape in which the answer is wanted, as data for the log. @throws TroupeError `usage` for a schema that cannot be sent to a model. */
export function outputShape({
  outputSchema,
  outputName: name = 'answer',
}: Pick<AnyCallOptions, 'outputSchema' | 'outputName'>): { readonly output?: OutputShape } {
  if (outputSchema === undefined) return {};
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    throw new TroupeError('usage', `outputName "${name}" is not allowed. Use 1 to 64 letters, digits, "_" or "-".`);
  }
  const output = toOutputShape(outputSchema, name, unusable);
  const { type } = output.schema;
  if (type !== undefined && type !== 'object') {
    throw unusable(`it is a schema of "${type}", and models write objects. Put it into a property of an object`);
  }
  return { output };
}

const unusable = (why: string, cause?: unknown) =>
  new TroupeError('usage', `outputSchema cannot be used: ${why}.`, { cause });
