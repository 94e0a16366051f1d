import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import { TroupeError } from '../errors.ts';
import { checksum } from '../log/checksum.ts';
import type { Entry } from '../log/entry.ts';

/** How a source of a chart is treated: an actor that it invokes or spawns and that is no machine. */
export interface SourceOptions {
  /** The key of its effect, made of its input. It must differ for any two that are under way at once. @default the path of the actor */
  readonly key?: (input: never) => string;
  /** A callback that starts again after a crash gets all events again that were sent to it before. @default false */
  readonly redeliver?: boolean;
}

/** A machine that can be run durably: under its name and version its runs are stored, found and continued. */
export interface Chart<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly name: string;
  readonly version: string;
  readonly machine: Machine;
  readonly sources: Readonly<Record<string, SourceOptions>>;
  readonly notes: ReadonlySet<string>;
  /** A sum over its states and transitions. */
  readonly states: string;
  /** What its runs are, where that is more than a run of a chart: it is in their first entry. */
  readonly kind?: 'agent';
  /** Makes the reader that knows more of how a run stands than its states say. */
  readonly standing?: () => Standing;
}

/** Reads the log of a run, entry by entry, and says how the run stands. */
export interface Standing {
  add(entry: Entry): void;
  /** Whether nothing goes on before a person says something. */
  readonly isWaiting: boolean;
  /** Why the run has failed, though its chart came to an end. */
  readonly failure: Error | undefined;
  /** The status that is in the log. */
  readonly status: string;
}

/** What `defineChart` takes. */
export interface ChartDefinition<Machine extends AnyStateMachine> {
  /** Letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  /** Changed with every change of the machine after which a stored run could come out differently. */
  readonly version: string;
  /** Any machine of XState 5, as it is. */
  readonly machine: Machine;
  /** By the name under which the machine refers to them. */
  readonly sources?: Readonly<Record<string, SourceOptions>>;
  /** Actions that only take a note: they are not called, what they were given is written into the log. */
  readonly notes?: readonly string[];
}

/** Makes a chart of a machine. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function defineChart<Machine extends AnyStateMachine>(definition: ChartDefinition<Machine>): Chart<Machine> {
  const { name, version, machine, sources = {}, notes = [] } = definition;
  if (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name)) {
    throw new TroupeError(
      'bad-config',
      `A chart's name has letters, digits, "-", "_" and ".": "${name}" cannot be one.`,
    );
  }
  if (typeof version !== 'string' || version.trim() === '') {
    throw new TroupeError('bad-config', `The chart "${name}" needs a version, a text such as "1".`);
  }
  if (!isMachine(machine)) {
    throw new TroupeError('bad-config', `The chart "${name}" needs a machine of XState 5: what createMachine returns.`);
  }
  return { name, version, machine, sources, notes: new Set(notes), states: statesSum(machine) };
}

export const chartTitle = ({ name, version }: Pick<Chart, 'name' | 'version'>) => `${name}@${version}`;

/** Whether a logic is a machine. */
export function isMachine(logic: unknown): logic is AnyStateMachine {
  return typeof logic === 'object' && logic !== null && 'implementations' in logic && 'root' in logic;
}

/** A sum over what a machine is made of. Functions count by their names: what is in them is not seen. */
function statesSum(machine: AnyStateMachine): string {
  const seen = new Set<object>();
  const outline = (value: unknown): unknown => {
    if (typeof value === 'function') return `${value.name || 'function'}()`;
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return 'again';
    seen.add(value);
    if (isMachine(value))
      return { id: value.id, config: outline(value.config), actors: outline(value.implementations.actors) };
    if (isLogic(value)) return 'logic';
    if (Array.isArray(value)) return value.map(outline);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, outline(each)]));
  };
  return checksum(JSON.stringify(outline(machine)));
}

const isLogic = (value: object): value is AnyActorLogic => 'transition' in value && 'getInitialSnapshot' in value;
