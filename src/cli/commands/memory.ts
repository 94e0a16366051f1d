import { TroupeError } from '../../errors.ts';
import { createMemory } from '../../memory/create-memory.ts';
import { deleteSources } from '../../memory/delete-sources.ts';
import type { Memory } from '../../memory/memory.ts';
import { type MemoryItem, type MemoryKind, type MemoryScope, memoryKinds } from '../../memory/memory-item.ts';
import type { Store } from '../../stores/store.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { Command } from '../command.ts';
import { readConfig } from '../config.ts';
import { withStore } from '../open-store.ts';
import { toSwitch } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { storeOption } from '../options/stored-run.ts';
import { present } from '../present.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { toMoment } from '../terminal/quantity.ts';
import { cutText, padText, textWidth } from '../terminal/text-width.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

const actions = ['list', 'set', 'forget'] as const;

interface MemoryCommand {
  readonly action: (typeof actions)[number];
  readonly words: readonly string[];
  readonly scope: MemoryScope;
  readonly store?: string;
  readonly kind?: MemoryKind;
  readonly all?: true;
  readonly withRuns?: true;
  readonly json?: true;
}

const options = {
  user: { type: 'string' },
  tenant: { type: 'string' },
  agent: { type: 'string' },
  kind: { type: 'string' },
  all: { type: 'boolean' },
  'with-runs': { type: 'boolean' },
  json: { type: 'boolean' },
  ...storeOption,
} as const;

/** Shows, corrects and deletes what is remembered. */
export const memory: Command<MemoryCommand> = {
  name: 'memory',
  summary: ['memory list|set|forget', 'see, correct and delete what is remembered'],
  options,
  takes: actions,
  help: `Usage: troupe memory list [--user U] [--json]
       troupe memory set KEY "text" [--user U] [--kind K]
       troupe memory forget KEY … [--user U] [--with-runs]
       troupe memory forget --all [--user U] [--with-runs]

Shows, corrects and deletes what is remembered from conversations: facts, preferences and standing instructions.
A memory is found by its key and by whose it is. Without --user, --tenant and --agent, list shows what everybody has, and set and
forget are about what is nobody's in particular.

  --user U          whose it is, with every agent
  --tenant T        of which tenant
  --agent A         of which agent alone
  --kind K          what it is: ${memoryKinds.join(', ')} (default: as before, else fact)
  --all             forget everything of that user
  --with-runs       also delete the runs in whose logs it may be read: those in which it was said, their sessions, and those that recalled it
  --json            one JSON document a line
  --store F         the SQLite file; without it TROUPE_STORE names it
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'memory');
    const [written = '', ...words] = positionals;
    const action = actions.find((each) => each === written);
    if (!action) {
      const near = nearestName(written, actions);
      const what = written === '' ? 'memory needs a word that says what to do' : `memory cannot "${written}"`;
      throw new TroupeError('usage', `${what}: ${actions.join(', ')}.${near ? ` Did you mean "${near}"?` : ''}`);
    }
    const parsed = {
      action,
      words,
      scope: present({ user: values.user, tenant: values.tenant, agent: values.agent }),
      ...present({
        store: values.store,
        kind: parseKind(values.kind),
        all: toSwitch(values.all),
        withRuns: toSwitch(values['with-runs']),
        json: toSwitch(values.json),
      }),
    };
    checkWords(parsed);
    return parsed;
  },
  run: runMemory,
};

/** What an option is for, where it is not for all that can be done. */
const special = [
  ['kind', '--kind', 'set'],
  ['all', '--all', 'forget'],
  ['withRuns', '--with-runs', 'forget'],
  ['json', '--json', 'list'],
] as const;

function checkWords(command: MemoryCommand): void {
  const { action, words, all } = command;
  const odd = special.find(([name, , whose]) => command[name] !== undefined && whose !== action);
  const problem =
    odd !== undefined
      ? `${odd[1]} is for memory ${odd[2]}, and says nothing to memory ${action}.`
      : action === 'list' && words.length > 0
        ? 'memory list takes no key: it lists all of them.'
        : action === 'set' && words.length !== 2
          ? 'memory set takes a key and a text in quotes: troupe memory set budget "We can spend 5,000." --user anna'
          : action === 'forget' && words.length > 0 === (all === true)
            ? 'memory forget takes keys, or --all. List them with: troupe memory list'
            : undefined;
  if (problem) throw new TroupeError('usage', problem);
}

function parseKind(text: string | undefined): MemoryKind | undefined {
  const kind = memoryKinds.find((each) => each === text);
  if (text === undefined || kind) return kind;
  throw new TroupeError('usage', `There is no kind "${text}". Choose one of: ${memoryKinds.join(', ')}.`);
}

async function runMemory(command: MemoryCommand, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  return withStore(config, async (store, file) => {
    const { sqliteShelf } = await import('../../stores/sqlite/sqlite-shelf.ts');
    const kept = createMemory({ shelf: sqliteShelf(file) });
    try {
      if (command.action === 'list') return await list(kept, command, world);
      if (command.action === 'set') return await set(kept, command, world);
      return await forget(kept, store, command, world);
    } finally {
      await kept.close();
    }
  });
}

async function list(kept: Memory, { scope, json }: MemoryCommand, world: World): Promise<number> {
  const isNamed = Object.keys(scope).length > 0;
  const scopes = isNamed ? await scopesOf(kept, scope) : await kept.scopes();
  const items = (await Promise.all(scopes.map((each) => kept.list(each)))).flat();
  if (json) {
    await write(world.stdout, items.map(({ vector: _, ...item }) => `${toPrintableJson(item)}\n`).join(''));
  } else if (items.length === 0) {
    await write(world.stderr, `Nothing is remembered${isNamed ? ` for ${whose(scope)}` : ''}.\n`);
  } else {
    await write(world.stdout, `${table(items, world.stdout.columns ?? 120).join('\n')}\n`);
  }
  return 0;
}

async function set(kept: Memory, { words, scope, kind }: MemoryCommand, world: World): Promise<number> {
  const [key = '', value = ''] = words;
  const before = await kept.get(scope, key);
  const given = { kind: kind ?? before?.kind, isPinned: before?.isPinned ?? true, by: 'user' as const };
  await kept.remember(scope, { key, value, ...given });
  const what = before ? 'Corrected' : 'Remembered';
  await write(world.stderr, `${what} "${toPrintableLine(key)}" for ${whose(scope)}.\n`);
  return 0;
}

async function forget(kept: Memory, store: Store, command: MemoryCommand, world: World): Promise<number> {
  const { words, scope, all, withRuns } = command;
  const scopes = await scopesOf(kept, scope);
  const listed = await Promise.all(scopes.map((each) => kept.list(each)));
  const known = new Set(listed.flat().map(({ key }) => key));
  const unknown = words.find((word) => !known.has(word));
  if (unknown !== undefined) {
    const near = nearestName(unknown, [...known]);
    const hint = near ? ` Did you mean "${toPrintableLine(near)}"?` : ' List what there is with: troupe memory list';
    throw new TroupeError(
      'usage',
      `Nothing is remembered under "${toPrintableLine(unknown)}" for ${whose(scope)}.${hint}`,
    );
  }
  // The runs go first: while a memory is there, it is known which ones they are.
  const wanted = listed.flat().filter(({ key }) => all || words.includes(key));
  const runs = withRuns ? await deleteSources(store, wanted).catch(unlessUnread) : [];
  const gone = (await Promise.all(scopes.map((each) => kept.forget(each, all ? undefined : words)))).flat();
  // What has expired is in no list, and forgotten with the rest.
  const unlisted = gone.filter(({ id }) => !wanted.some((item) => item.id === id));
  if (withRuns && !(runs instanceof TroupeError)) runs.push(...(await deleteSources(store, unlisted)));
  const forgot = `Forgot ${gone.length} ${gone.length === 1 ? 'memory' : 'memories'} of ${whose(scope)}`;
  if (runs instanceof TroupeError) {
    await write(world.stderr, `${forgot}.\n`);
    throw runs;
  }
  const also = withRuns ? ` and ${runs.length} ${runs.length === 1 ? 'run' : 'runs'} with it` : '';
  await write(world.stderr, `${forgot}${also}.\n`);
  return 0;
}

/** Runs whose logs cannot be read keep nothing from being forgotten. */
function unlessUnread(error: unknown): TroupeError {
  if (error instanceof TroupeError && error.code === 'bad-log') return error;
  throw error;
}

/** A scope, and what its user or tenant has with agents: whoever asks for all of it means that, too. */
async function scopesOf(kept: Memory, scope: MemoryScope): Promise<MemoryScope[]> {
  if (scope.agent !== undefined || Object.keys(scope).length === 0) return [scope];
  const others = (await kept.scopes()).filter(
    ({ tenant, user, agent }) => agent !== undefined && tenant === scope.tenant && user === scope.user,
  );
  return [scope, ...others];
}

/** Whose something is, in words. */
function whose({ user, tenant, agent }: MemoryScope): string {
  const parts = [user, tenant && `tenant ${tenant}`, agent && `agent ${agent}`].filter((part) => part !== undefined);
  return parts.length === 0 ? 'everybody' : toPrintableLine(parts.join(', '));
}

/** Memories as a table that fits the width. */
function table(items: readonly MemoryItem[], columns: number): string[] {
  const now = Date.now();
  const rows = [
    ['WHOSE', 'KEY', 'KIND', 'WHEN', 'WHAT'],
    ...items.map(({ scope, key, kind, at, value }) => [
      ...[whose(scope), toPrintableLine(key), kind],
      ...[toMoment(Date.parse(at), now), toPrintableLine(value)],
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ''))));
  const room = Math.max(20, columns - 1 - widths.reduce((sum, width) => sum + width + 2, 0));
  return rows.map((row) =>
    [...widths.map((width, column) => padText(row[column] ?? '', width)), cutText(row[4] ?? '', room)]
      .join('  ')
      .trimEnd(),
  );
}
