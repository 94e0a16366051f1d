import { z } from 'zod';
import type { JsonValue } from '../domain/json.ts';
import type { PersonAsk } from '../domain/person-ask.ts';
import { definitionProblem } from '../domain/schemas/config-problem.ts';
import { schemaProblem } from '../domain/schemas/schema-problem.ts';
import { TroupeError } from '../errors.ts';

/** What a function asks a person. */
export interface AskRequest {
  /** A text, one of several options, a form, or yes and no. */
  readonly kind: 'question' | 'choice' | 'form' | 'approval';
  readonly question: string;
  /** For a choice: what can be chosen. */
  readonly options?: readonly string[];
  /** For a form: a schema of Zod 4, or a JSON Schema. The answer is checked against it. */
  readonly schema?: z.ZodType | Readonly<Record<string, unknown>>;
  /** @default `timeouts.approvalMs` */
  readonly deadlineMs?: number;
  /** What counts when nobody answers in time. @default `false` for an approval, else nothing */
  readonly default?: JsonValue;
  /** What the function needs when it is called again with the answer: it does not do again what it did before it asked. */
  readonly keep?: JsonValue;
}

/** What a tool or a specialist's function returns to ask a person. */
export interface Asking {
  readonly text: string;
  readonly ask: Omit<PersonAsk, 'deadlineMs'> & { readonly deadlineMs?: number };
}

const requestSchema = z.strictObject({
  kind: z.enum(['question', 'choice', 'form', 'approval']),
  question: z.string().trim().min(1),
  options: z.array(z.string()).min(1).optional(),
  schema: z.custom((value) => typeof value === 'object' && value !== null, 'pass a schema of Zod 4').optional(),
  deadlineMs: z.number().positive().optional(),
  default: z.unknown().optional(),
  keep: z.unknown().optional(),
});

/**
 * Asks a person: `return ask({ … })` from the `run` of a tool or of a specialist. When the answer is there the function is called again, with the
 * answer and what it kept in `resumed`. A function cannot be continued in its middle after a crash, so it asks by returning.
 *
 * @throws TroupeError `bad-config` for a question that nobody can answer.
 */
export function ask(request: AskRequest): Asking {
  const problem = definitionProblem(request, requestSchema) ?? shapeProblem(request);
  if (problem) throw new TroupeError('bad-config', `ask: ${problem}.`);
  const { kind, question, options, schema, deadlineMs, keep, default: given } = request;
  const fallback = kind === 'approval' ? (given ?? false) : given;
  const asked: Asking['ask'] = {
    by: 'code',
    kind,
    question,
    ...(options === undefined ? {} : { options }),
    ...(schema === undefined ? {} : { schema: toJsonSchema(schema) }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(keep === undefined ? {} : { keep }),
  };
  const wrong = fallback === undefined ? undefined : answerProblem(asked, fallback);
  if (wrong) throw new TroupeError('bad-config', `ask: the default does not fit: ${wrong}.`);
  return { text: question, ask: asked };
}

function shapeProblem({ kind, options, schema }: AskRequest): string | undefined {
  if (kind === 'choice' && !options) return 'a choice needs options: ask({ kind: "choice", question, options })';
  if (kind === 'form' && !schema) return 'a form needs a schema: ask({ kind: "form", question, schema })';
  if (kind !== 'choice' && options) return `only a choice has options, not a ${kind}`;
  return kind !== 'form' && schema ? `only a form has a schema, not a ${kind}` : undefined;
}

function toJsonSchema(schema: NonNullable<AskRequest['schema']>): Readonly<Record<string, unknown>> {
  if (!('_zod' in schema)) return schema as Readonly<Record<string, unknown>>; // what is no schema of Zod is one of JSON
  const { $schema: _, ...plain } = z.toJSONSchema(schema as z.ZodType, { io: 'input' }); // `_zod` is what those have
  return plain;
}

/** Why something is no answer to what was asked; nothing when it is one. */
export function answerProblem(
  { kind, options = [], schema = {} }: Pick<PersonAsk, 'kind' | 'options' | 'schema'>,
  answer: unknown,
): string | undefined {
  if (kind === 'approval') return typeof answer === 'boolean' ? undefined : 'an approval is true or false';
  if (kind === 'form') return schemaProblem(schema, answer);
  if (typeof answer !== 'string' || answer.trim() === '') return 'the answer is a text';
  return kind === 'choice' && !options.includes(answer)
    ? `"${answer}" cannot be chosen; there are: ${options.join(', ')}`
    : undefined;
}
