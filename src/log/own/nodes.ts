import { z } from 'zod';
import { isRecord } from '../../domain/is-record.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../entry.ts';
import type { View } from '../view/view.ts';
import { checkOwnEntry } from './check-own-entry.ts';
import type { OwnEntry } from './define-entry.ts';

/** What a node wants to have recorded. */
export type Decision = OwnEntry | readonly OwnEntry[] | undefined;

/** Code of one's own beside a run: it reads a view, decides, and what it returns is recorded. */
export interface LogNode {
  /** Among those of a run each has its own; the ids of its entries begin with it. */
  readonly name: string;
  readonly view: View<unknown>;
  /** Asked when the state of the view has changed, by `last`. Asked again with the same state, as after a restart, it decides the same. */
  decide(state: unknown, about: { readonly run: string; readonly last: Entry }): Decision | Promise<Decision>;
}

/**
 * Makes a node. What `decide` returns is recorded as facts of the run: a replay does not ask again.
 *
 * @throws TroupeError `bad-config` for what cannot be one.
 */
export function on<State>(
  view: View<State>,
  decide: (state: State, about: { readonly run: string; readonly last: Entry }) => Decision | Promise<Decision>,
  { name = view?.name }: { readonly name?: string } = {},
): LogNode {
  if (!isView(view) || typeof decide !== 'function') {
    throw new TroupeError(
      'bad-config',
      'A node has a view and a function that decides, as in on(views.memory, decide).',
    );
  }
  if (!/^[\w.-]{1,100}$/.test(name)) {
    throw new TroupeError(
      'bad-config',
      `A node's name has letters, digits, "-", "_" and ".": "${name}" cannot be one.`,
    );
  }
  return { name, view: view as View<unknown>, decide: decide as LogNode['decide'] }; // the state is the view's own
}

const isView = (value: unknown) => isRecord(value) && typeof value.step === 'function';

const isNode = (value: unknown): value is LogNode =>
  isRecord(value) && typeof value.name === 'string' && typeof value.decide === 'function' && isView(value.view);

/** The nodes of a configuration. */
export const nodesSchema = z
  .array(z.custom<LogNode>(isNode, { error: 'what on(view, decide) returns' }))
  .refine((nodes) => new Set(nodes.map(({ name }) => name)).size === nodes.length, {
    error: 'nodes of different names: give one of them another name, on(view, decide, { name })',
  })
  .default([]);

/** One node beside one run. */
interface AtWork {
  readonly node: LogNode;
  state: unknown;
  /** What has changed the state since it was asked, and was not its own doing. */
  due: Entry | undefined;
  isDeciding: boolean;
  /** Its view threw: nobody knows the state any more. */
  isLost: boolean;
}

/** So often nodes answer each other before everything else in the process has its turn. */
const mostInTurn = 100;

/** Asks the nodes of a run, each of them one thing at a time: while one decides, what changes is gathered for its next decision. */
export class Nodes {
  readonly #nodes: readonly AtWork[];
  readonly #record: (entry: OwnEntry) => Promise<unknown>;
  #seen = 0;
  /** How often they were asked because of what one of them recorded, since something else happened in the run. */
  #answers = 0;

  constructor(nodes: readonly LogNode[], record: (entry: OwnEntry) => Promise<unknown>) {
    this.#nodes = nodes.map((node) => ({
      node,
      state: node.view.start,
      due: undefined,
      isDeciding: false,
      isLost: false,
    }));
    this.#record = record;
  }

  /** Looks at what has been stored of a log since the last time, up to a number. */
  look(entries: readonly Entry[], upTo: number): void {
    if (this.#nodes.length === 0) return;
    const fresh = entries.slice(this.#seen, upTo);
    this.#seen = Math.max(this.#seen, upTo);
    for (const entry of fresh) {
      if (!this.#isOurs(entry)) this.#answers = 0;
      for (const at of this.#nodes) if (!at.isLost) see(at, entry);
    }
    for (const at of this.#nodes) void this.#ask(at);
  }

  #isOurs(entry: Entry): boolean {
    return this.#nodes.some(({ node }) => isBy(node, entry));
  }

  async #ask(at: AtWork): Promise<void> {
    if (!at.due || at.isDeciding) return;
    at.isDeciding = true;
    // Nodes that answer each other without end leave time for what ends the run.
    if (this.#isOurs(at.due) && ++this.#answers % mostInTurn === 0) await new Promise((next) => setTimeout(next));
    if (at.isLost) return;
    const { node, state, due: last } = at;
    at.due = undefined;
    try {
      // What is decided at once is recorded at once, before anything else happens in the run.
      const decision = node.decide(state, { run: last.run, last });
      const decided = (decision instanceof Promise ? await decision : decision) ?? [];
      const wanted = Array.isArray(decided) ? (decided as readonly OwnEntry[]) : [decided as OwnEntry]; // a list, or one
      // By what has changed the state, so that it is the same after a restart, however far the log has grown meanwhile.
      const idOf = (place: number) => `${node.name}@${last.seq}${place > 0 ? `.${place}` : ''}`;
      const entries = wanted.map((entry, place) => checkOwnEntry({ ...entry, id: idOf(place) }));
      // A run that has ended takes nothing more.
      await Promise.all(entries.map((entry) => this.#record(entry))).catch(onlyOurs);
    } catch (error) {
      // What one's own code does wrong is no reason to end a run.
      console.error(`The node "${node.name}" threw; the run continues.`, error);
    }
    at.isDeciding = false;
    void this.#ask(at);
  }
}

/** What an entry changes for a node. One whose view throws is left alone from there on, with what it was to be asked. */
function see(at: AtWork, entry: Entry): void {
  try {
    const state = at.node.view.step(at.state, entry);
    if (state !== at.state && !isBy(at.node, entry)) at.due = entry;
    at.state = state;
  } catch (error) {
    [at.isLost, at.due] = [true, undefined];
    const place = `number ${entry.seq} of run ${entry.run}`;
    console.error(
      `The view of the node "${at.node.name}" threw at ${place}; the run continues without the node.`,
      error,
    );
  }
}

const onlyOurs = (error: unknown) => {
  if (!(error instanceof TroupeError)) throw error;
};

const isBy = ({ name }: LogNode, entry: Entry) =>
  entry.type === 'entry.recorded' && entry.data.id?.startsWith(`${name}@`) === true;

/** Lets nodes work beside a run, from its beginning on, until it has ended. */
export function watchNodes(
  nodes: readonly LogNode[],
  run: { readonly log: readonly Entry[]; record(entry: OwnEntry): Promise<unknown> },
  follow: (listener: (entry: Entry) => void) => unknown,
): void {
  if (nodes.length === 0) return;
  const atWork = new Nodes(nodes, (entry) => run.record(entry));
  follow(({ seq }) => atWork.look(run.log, seq));
  atWork.look(run.log, run.log.length);
}
