import {
  isStandardSchema,
  type OutputShape,
  type StandardSchema,
  toJsonSchema,
} from '../domain/schemas/standard-schema.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { AnyCallOptions } from './call-options.ts';

/** The shape in which the answer is wanted, as data for the log. @throws TroupeError `usage` for a schema that cannot be sent to a model. */
export function outputShape({
  outputSchema,
  outputName: name = 'answer',
}: Pick<AnyCallOptions, 'outputSchema' | 'outputName'>): { readonly output?: OutputShape } {
  if (outputSchema === undefined) return {};
  if (!isStandardSchema(outputSchema)) {
    throw unusable('it is no schema of zod 4 or of another library with Standard Schema');
  }
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    throw new TroupeError('usage', `outputName "${name}" is not allowed. Use 1 to 64 letters, digits, "_" or "-".`);
  }
  const schema = written(outputSchema);
  if (!schema) {
    const { vendor } = outputSchema['~standard'];
    throw unusable(`${vendor} has no conversion to JSON Schema of its own. Wrap the schema in one that has`);
  }
  if (schema.type !== undefined && schema.type !== 'object') {
    throw unusable(`it is a schema of "${schema.type}", and models write objects. Put it into a property of an object`);
  }
  return { output: { name, schema } };
}

function written(schema: StandardSchema) {
  try {
    return toJsonSchema(schema);
  } catch (cause) {
    throw unusable(`it cannot be written as JSON Schema: ${messageOf(cause)}`, cause);
  }
}

const unusable = (why: string, cause?: unknown) =>
  new TroupeError('usage', `outputSchema cannot be used: ${why}.`, { cause });
