import type { Resource, SpecialistCard, StepOutput } from '../domain/brief.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Message } from '../domain/message.ts';
import type { PlanStep } from '../domain/plan.ts';
import { TroupeError } from '../errors.ts';
import type { Model } from '../models/model.ts';
import type { Tool } from '../tools/tool.ts';

/** What a specialist's own function gets. */
export interface WorkInput {
  readonly step: PlanStep;
  readonly messages: readonly Message[];
  /** The outputs of the steps that this one needs. */
  readonly inputs: readonly StepOutput[];
  /** Why earlier attempts were refused. */
  readonly remarks: readonly string[];
  readonly signal: AbortSignal;
  /** The effect's key: the same when the work is repeated after a crash. */
  readonly key: string;
}

export interface WorkOutput {
  readonly text: string;
  readonly data?: JsonValue;
  readonly confidence?: number;
}

/** Who can do what. With `run` it is a function; without, a model with the system prompt and the tools. */
export interface Specialist extends SpecialistCard {
  readonly systemPrompt: string;
  readonly tools: readonly Tool[];
  readonly model?: Model;
  readonly run?: (input: WorkInput) => Promise<WorkOutput | string> | WorkOutput | string;
  /** What it can work on, told to whoever thinks and plans. */
  readonly resources?: (signal: AbortSignal) => Promise<readonly Resource[]>;
}

/** Defines a specialist. */
export function defineSpecialist(
  definition: Pick<Specialist, 'name' | 'description'> & Partial<Omit<Specialist, 'name' | 'description'>>,
): Specialist {
  if (!/^[\p{L}\p{N}_-]{1,64}$/u.test(definition.name)) {
    throw new TroupeError(
      'bad-config',
      `Specialist name "${definition.name}" is not allowed. Use 1 to 64 letters, digits, "_" or "-".`,
    );
  }
  if (definition.description.trim() === '') {
    throw new TroupeError(
      'bad-config',
      `Specialist "${definition.name}" has no description. Say what it can do: planning relies on it.`,
    );
  }
  const names = (definition.tools ?? []).map((tool) => tool.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) {
    throw new TroupeError('bad-config', `Specialist "${definition.name}" has two tools named "${twice}".`);
  }
  return { capabilities: [], systemPrompt: '', tools: [], ...definition };
}
