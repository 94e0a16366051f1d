import { z } from 'zod';
import type { Request } from '../protocol.ts';
import { runGroups, runOrders } from '../run-page.ts';

const session = z.string().min(1).max(200);
const seq = z.int().min(0);
const breakpoint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event: z.string().min(1) }),
  z.object({ kind: z.literal('state'), state: z.string().min(1) }),
  z.object({ kind: z.literal('edge'), edge: z.string().min(1) }),
]);
const call = z.string().min(1).max(100);
const changed = z.enum(['result', 'prompt', 'model']);
const number = z.number().min(0).optional();
const usage = z.object({ modelCalls: number, inputTokens: number, outputTokens: number, costUsd: number });
const base = { id: z.int(), token: z.string() };
const plain = <T extends string>(type: T) => z.object({ ...base, type: z.literal(type), session });

/** What the page may ask for. Everything else is refused in words. */
export const requestSchema = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('open'), session, entries: seq.optional(), frames: seq.optional() }),
  plain('close'),
  z.object({ ...base, type: z.literal('entry'), session, seq }),
  z.object({ ...base, type: z.literal('context'), session, actor: z.string(), seq }),
  z.object({ ...base, type: z.literal('prompt'), session, key: z.string() }),
  plain('log'),
  plain('hold'),
  plain('step'),
  z.object({
    ...base,
    type: z.literal('go'),
    session,
    until: z.union([breakpoint, z.object({ kind: z.literal('call') })]).optional(),
  }),
  z.object({ ...base, type: z.literal('breakpoints'), session, breakpoints: z.array(breakpoint).max(1000) }),
  z.object({
    ...base,
    type: z.literal('send'),
    session,
    actor: z.string(),
    event: z.looseObject({ type: z.string().min(1) }),
  }),
  plain('pause'),
  plain('resume'),
  plain('cancel'),
  z.object({ ...base, type: z.literal('answer'), session, text: z.string().min(1), ask: z.string().optional() }),
  z.object({
    ...base,
    type: z.literal('approve'),
    session,
    ask: z.string().optional(),
    arguments: z.string().optional(),
  }),
  z.object({ ...base, type: z.literal('refuse'), session, ask: z.string(), text: z.string() }),
  z.object({ ...base, type: z.literal('revise'), session, text: z.string().min(1) }),
  z.object({ ...base, type: z.literal('steer'), session, text: z.string().min(1) }),
  plain('plan'),
  z.object({ ...base, type: z.literal('editPlan'), session, markdown: z.string() }),
  z.object({
    ...base,
    type: z.literal('fork'),
    session,
    at: z.int().min(1),
    edits: z.array(z.object({ path: z.string().min(1), value: z.unknown() })).optional(),
    outcome: z
      .object({ key: z.string().min(1), output: z.unknown(), usage: usage.optional(), changed: changed.optional() })
      .optional(),
  }),
  plain('means'),
  z.object({
    ...base,
    type: z.literal('reask'),
    session,
    key: z.string().min(1),
    call,
    model: z.string().min(1).optional(),
    messages: z.array(z.unknown()).max(10_000).optional(),
  }),
  z.object({ ...base, type: z.literal('stop'), call }),
  z.object({ ...base, type: z.literal('search'), session, text: z.string().max(1000) }),
  plain('share'),
  z.object({
    ...base,
    type: z.literal('runs'),
    text: z.string().max(1000).optional(),
    group: z.enum(runGroups).optional(),
    order: z.enum(runOrders).optional(),
    offset: seq.optional(),
    limit: z.int().min(1).max(500).optional(),
  }),
  z.object({ ...base, type: z.literal('import'), name: z.string(), text: z.string() }),
]) satisfies z.ZodType<unknown>;

/** A request that makes sense, or why it does not. */
export function parseRequest(text: string): { ok: true; request: Request } | { ok: false; id: number; error: string } {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { ok: false, id: -1, error: 'This is not JSON.' };
  }
  const parsed = requestSchema.safeParse(raw);
  if (parsed.success) return { ok: true, request: parsed.data as Request }; // the schema and the type say the same
  const id = z.object({ id: z.int() }).safeParse(raw);
  return {
    ok: false,
    id: id.success ? id.data.id : -1,
    error: `The request cannot be read: ${z.prettifyError(parsed.error)}`,
  };
}
