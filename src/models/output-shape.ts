import {
  isStandardSchema,
  type OutputShape,
  type StandardSchema,
  toJsonSchema,
} from '../domain/schemas/standard-schema.ts';
import { messageOf, type TroupeError } from '../errors.ts';

/** Makes the error for a schema that cannot be sent to a model. */
export type RefuseSchema = (why: string, cause?: unknown) => TroupeError;

/** The shape in which an answer is wanted, as data. @throws what `refuse` makes, for a schema that cannot be sent to a model. */
export function toOutputShape(outputSchema: unknown, name: string, refuse: RefuseSchema): OutputShape {
  if (!isStandardSchema(outputSchema)) {
    throw refuse('it is no schema of zod 4 or of another library with Standard Schema');
  }
  const schema = written(outputSchema, refuse);
  if (schema) return { name, schema };
  const { vendor } = outputSchema['~standard'];
  throw refuse(`${vendor} has no conversion to JSON Schema of its own. Wrap the schema in one that has`);
}

function written(schema: StandardSchema, refuse: RefuseSchema) {
  try {
    return toJsonSchema(schema);
  } catch (cause) {
    throw refuse(`it cannot be written as JSON Schema: ${messageOf(cause)}`, cause);
  }
}
