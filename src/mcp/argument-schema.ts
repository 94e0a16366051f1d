import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { z } from 'zod';

type Schema = Readonly<Record<string, unknown>>;
type Check = (input: unknown) => { readonly errorMessage: string | undefined };

/**
 * Checks arguments by a server's JSON Schema, which is compiled at the first call. One that cannot be compiled, such as a schema that
 * refers to another place, checks nothing: the server checks its arguments in any case.
 */
export function argumentSchema(schema: Schema): z.ZodType<Record<string, unknown>> {
  let check: Check | undefined;
  return z.record(z.string(), z.unknown()).check(({ value, issues }) => {
    check ??= compiled(schema);
    const { errorMessage: message } = check(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  });
}

function compiled(schema: Schema): Check {
  try {
    // One for each schema: a schema may have an id, and two tools the same one.
    return new AjvJsonSchemaValidator().getValidator(schema);
  } catch {
    return () => ({ errorMessage: undefined });
  }
}
