import { z } from 'zod';
import { TroupeError } from '../errors.ts';
import type { ShelfLine } from './memory-shelf.ts';

/** Whose a memory is. Nothing given: everybody's. A user of one tenant is another user than one of the same name elsewhere. */
export interface MemoryScope {
  readonly tenant?: string | undefined;
  readonly user?: string | undefined;
  readonly agent?: string | undefined;
}

/** What a memory is: something that is so, something the user prefers, something the user wants done from now on. */
export const memoryKinds = ['fact', 'preference', 'instruction'] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/** Where something was said. */
export interface MemorySource {
  readonly run?: string;
  readonly session?: string;
}

/** What is remembered under one key of a scope. */
export interface MemoryItem {
  /** Made anew whenever the memory changes: what a log refers to is never shown with other words. */
  readonly id: string;
  readonly scope: MemoryScope;
  readonly key: string;
  /** How often it was stored under its key, from 1 up. */
  readonly version: number;
  readonly kind: MemoryKind;
  readonly value: string;
  /** What it is about, where its words do not say so. */
  readonly about?: string;
  /** Those of its words that say it, where they say something else, too. */
  readonly part?: string;
  /** Recalled whatever is asked for, as long as there is room. */
  readonly isPinned: boolean;
  /** `user`: the words of the user, or of a person who corrected them. All else is data, whatever its kind. */
  readonly by: 'user' | 'application';
  /** When it was stored, in ISO 8601. */
  readonly at: string;
  readonly expiresAt?: string;
  /** Where it was said, and what it replaced. */
  readonly sources?: readonly MemorySource[];
  /** The ids that it had, and sums of what was said before under its key: forgetting it forgets that, too. */
  readonly formerly?: readonly string[];
  /** What it means to an embedder, which is known by its name. */
  readonly vector?: { readonly by: string; readonly values: readonly number[] };
}

const name = z.string().min(1).max(200);

const scopeSchema = z.strictObject({ tenant: name.optional(), user: name.optional(), agent: name.optional() });

/** @throws TroupeError `usage` for what is no scope. */
export function checkScope(scope: MemoryScope): MemoryScope {
  const { success, data } = scopeSchema.safeParse(scope);
  if (success) return data;
  throw new TroupeError(
    'usage',
    'A scope of memory is an object with tenant, user and agent, each a text of 1 to 200 characters, or left out: { user: "anna" }.',
  );
}

const ids = z.array(z.string()).exactOptional();
const itemSchema = z.object({
  ...{ id: z.string(), scope: scopeSchema, key: z.string(), version: z.number(), kind: z.enum(memoryKinds) },
  ...{
    value: z.string(),
    about: z.string().exactOptional(),
    part: z.string().exactOptional(),
    isPinned: z.boolean(),
    by: z.enum(['user', 'application']),
  },
  ...{ at: z.string(), expiresAt: z.string().exactOptional(), formerly: ids },
  sources: z.array(z.object({ run: z.string().exactOptional(), session: z.string().exactOptional() })).exactOptional(),
  vector: z.object({ by: z.string(), values: z.array(z.number()) }).exactOptional(),
}) satisfies z.ZodType<MemoryItem>;

/** The memory on a line of a shelf; nothing where the line is damaged: the others are still known, and no error has its words. */
export function itemOn({ scope, key, json }: ShelfLine): MemoryItem | undefined {
  let item: unknown;
  try {
    item = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { data } = itemSchema.safeParse(item);
  return data?.key === key && scopeKey(data.scope) === scope ? data : undefined;
}

/** A scope as one text, the same for the same scope. */
export const scopeKey = ({ tenant, user, agent }: MemoryScope): string =>
  JSON.stringify([tenant ?? null, user ?? null, agent ?? null]);

/** The scope that a text from `scopeKey` stands for. */
export function scopeFrom(key: string): MemoryScope {
  const [tenant, user, agent] = JSON.parse(key) as (string | null)[]; // `scopeKey` wrote it
  return { ...(tenant ? { tenant } : {}), ...(user ? { user } : {}), ...(agent ? { agent } : {}) };
}

/** The scopes that are seen from one, itself first: what is everybody's, the tenant's and the agent's, and never another user's. */
export function visibleFrom({ tenant, user, agent }: MemoryScope): MemoryScope[] {
  const whose: MemoryScope[] = [
    ...(user === undefined ? [] : [{ ...(tenant === undefined ? {} : { tenant }), user }]),
    ...(tenant === undefined ? [] : [{ tenant }]),
    {},
  ];
  return agent === undefined ? whose : [...whose.map((each) => ({ ...each, agent })), ...whose];
}
