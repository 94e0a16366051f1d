import { z } from 'zod';

export const entryStatusSchema = z.enum(['pending', 'in_progress', 'success', 'failed']);
export type EntryStatus = z.infer<typeof entryStatusSchema>;

/**
 * What every type of entry decides beside its shape. An entry whose `closes` names what an earlier one `opens` has that one as its parent: a result
 * its start, an answer its question.
 */
export interface Traits<Data> {
  /** The status that an entry of the type has from birth, or where its data has it. */
  readonly status: EntryStatus | undefined | ((data: Data) => EntryStatus | undefined);
  readonly opens: ((data: Data) => string | undefined) | undefined;
  readonly closes: ((data: Data, actor: string) => string | undefined) | undefined;
}

/** A row for what comes from outside. */
export const fact = <Data extends z.ZodType>(data: Data, traits: Traits<NoInfer<z.infer<Data>>>) =>
  ({ kind: 'fact', data, ...traits }) as const;

/** A row for what the charts did because of a fact. */
export const move = <Data extends z.ZodType>(data: Data, traits: Traits<NoInfer<z.infer<Data>>>) =>
  ({ kind: 'move', data, ...traits }) as const;

/** No parent, and the parent of none. */
export const unlinked = { opens: undefined, closes: undefined };
/** The same, without a status. */
export const plain = { status: undefined, ...unlinked };

/** What links entries: an effect by its key, work by the path of its actor, a question, a correction or a hop by its id. */
export const effectOf = ({ key }: { readonly key: string }) => `effect ${key}`;
export const workOf = ({ actor }: { readonly actor?: string | undefined }) => `actor ${actor}`;
/** What a step or a hop has found, and a hop under way. */
export const foundBy = (id: string | undefined) => `found ${id}`;
export const hopOf = ({ id }: { readonly id: string }) => `hop ${id}`;
export const correctionOf = ({ id }: { readonly id: string }) => `correction ${id}`;
export const questionOf = ({ id }: { readonly id?: string | undefined }) => `question ${id}`;

/** No data: the type says it all. */
export const nothing = z.object({});

/** A list that readers of a log cannot change. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
