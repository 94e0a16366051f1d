import type { Command, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { searchEntries } from '../../../src/inspect/runs/search-text.ts';
import { fromPool, type SharedRun, sharedIds } from '../../../src/inspect/share/shared-run.ts';
import type { Handlers, Line } from '../state/connection.ts';
import { inlinedText } from './inlined.ts';

/** Answers what the page asks from the run that is in its file. */
export class FileLine implements Line {
  readonly #handlers: Handlers;
  readonly #run: Promise<SharedRun>;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    // The file was written by our own server.
    this.#run = inlinedText(sharedIds.run).then((text) => JSON.parse(text ?? '') as SharedRun);
    this.#run.then(
      ({ version, info }) => {
        handlers.state('open');
        handlers.message({ type: 'hello', version, sessions: [info] });
      },
      () => handlers.state('broken'),
    );
  }

  async ask(command: Command): Promise<unknown> {
    const run = await this.#run;
    if (command.type === 'open') return this.#open(run, command.entries ?? 0);
    return answerFrom(run, command);
  }

  async entries(session: string): Promise<readonly TimelineEntry[]> {
    const { info, entries } = await this.#run;
    return session === info.id ? entries : [];
  }

  #open({ info, charts, entries, frames, control }: SharedRun, known: number): void {
    const { message } = this.#handlers;
    const session = info.id;
    message({ type: 'charts', session, charts });
    message({ type: 'control', session, control });
    if (known < entries.length) message({ type: 'entries', session, entries: entries.slice(known) });
    message({ type: 'frames', session, frames });
    message({ type: 'current', session });
  }
}

/** What a server would have answered. @throws what cannot be done with a file. */
export function answerFrom(run: SharedRun, command: Command): unknown {
  switch (command.type) {
    case 'close':
      return undefined;
    case 'entry':
      return fullEntry(run, command.seq);
    case 'context': {
      const contexts = Object.hasOwn(run.contexts, command.actor) ? run.contexts[command.actor] : undefined;
      const found = contexts?.findLast(({ seq }) => seq <= command.seq);
      if (!found && run.left.contexts > 0) throw new Error(noRoom('This context'));
      return found && fromPool(run.pool, found.context);
    }
    case 'prompt': {
      const found = run.prompts.find(({ key }) => key === command.key);
      if (!found && run.left.prompts > 0) throw new Error(noRoom('This prompt'));
      return found && fromPool(run.pool, found.prompt);
    }
    case 'log':
      return run.entries.map(({ seq }) => `${JSON.stringify(fullEntry(run, seq))}\n`).join('');
    case 'search':
      return searchEntries(
        run.entries.map(({ seq }) => fullEntry(run, seq)),
        command.text,
      );
    default:
      throw new Error('This is a copy of a run in a file: it can be looked at, and nothing in it can be changed.');
  }
}

const noRoom = (what: string) => `${what} is not in the file: the run is too long for all of them.`;

const fullEntries = new WeakMap<SharedRun, ReadonlyMap<number, TimelineEntry>>();

function fullEntry(run: SharedRun, seq: number): TimelineEntry | undefined {
  const known = fullEntries.get(run) ?? new Map([...run.entries, ...run.full].map((entry) => [entry.seq, entry]));
  fullEntries.set(run, known);
  return known.get(seq);
}
