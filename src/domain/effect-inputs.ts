import type { ToolCall } from './message.ts';
import type { NotDone } from './thinking.ts';

// What charts hand to the effects that they ask for, where both sides have to agree on it.

/** What a turn of the thinking gets: everything else it reads from the log. */
export interface ThinkInput {
  readonly mayAsk: boolean;
  readonly remark: string | undefined;
  /** The keys of the turns and look-ups so far. */
  readonly exchange: readonly string[];
  /** No look-up is left after this turn. */
  readonly isLast: boolean;
}

/** What one turn of a specialist gets: everything else it reads from the log. */
export interface AskInput {
  readonly stepId: string;
  readonly specialist: string;
  /** The keys of this attempt's turns and tools so far. */
  readonly exchange: readonly string[];
  readonly remarks: readonly string[];
  /** No turn comes after this one: a result is wanted, no more tools. */
  readonly isLast: boolean;
  /** The keys of the tools whose output is the result: nobody is asked. */
  readonly adopts?: readonly string[];
  /** The key of the turn that asked a person, when that has an end. */
  readonly resumes?: string;
  /** Tools that have failed at the step too often, and how often. */
  readonly failing?: readonly { readonly tool: string; readonly count: number }[];
}

/** What an answer without a plan gets: everything else it reads from the log. */
export interface AnswerInput {
  /** The keys of the turns and look-ups so far. */
  readonly exchange: readonly string[];
}

/** What a draft gets: everything else it reads from the log. */
export interface DraftInput {
  readonly isUpdate: boolean;
  readonly remark?: string;
  /** The draft that was refused, by its key, and why. */
  readonly refused?: { readonly key: string; readonly problems: readonly string[] };
}

/** What a reflection gets: everything else it reads from the log. */
export interface ReflectInput {
  readonly round: number;
  readonly isStalled: boolean;
  /** What was wrong with the answer before. */
  readonly remark?: string;
  /** The keys of what was read so far. */
  readonly exchange: readonly string[];
  /** Nothing more can be read. */
  readonly isLast: boolean;
}

/** What the final answer gets: everything else it reads from the log. */
export interface FinalizeInput {
  readonly notDone: readonly NotDone[];
  readonly limit: string | undefined;
  /** The question that nobody answered in time. */
  readonly unanswered: string | undefined;
  /** No time is left for a model: the results are put together as they are. */
  readonly isPlain: boolean;
  /** The step whose result is the answer as it is: nobody is asked. */
  readonly adopts?: string;
}

/** What putting the answer into a shape gets: everything else it reads from the log. */
export interface StructureInput {
  readonly answer: string;
  /** The key of the attempt whose value did not fit. */
  readonly unfit?: string;
}

/** What a tool gets. */
export interface UseToolInput {
  readonly specialist?: string;
  readonly stepId?: string;
  readonly call: ToolCall;
  /** The key of the effect that asked a person about this call, when that has an end: what was said is in the log. */
  readonly resumes?: string;
}

/** A question to a person. What is asked is in the log, in the output of the effect whose key is the question's id. */
export interface PersonInput {
  readonly run: string;
  /** The path of the actor that asks. */
  readonly actor: string;
  readonly id: string;
  readonly stepId?: string;
  readonly specialist?: string;
  /** Until when it waits, in milliseconds since the epoch. */
  readonly until: number;
}

/** What a decision gets: everything else it reads from the log. */
export interface DecideInput {
  readonly stepId: string;
  readonly condition: string;
  /** What was wrong with the answer before. */
  readonly remark?: string;
}

/** Until when a wait lasts, in milliseconds since the epoch. */
export interface WaitInput {
  readonly until: number;
}

/** From the kind of an effect to what a chart hands to it. */
export interface EffectInputs {
  /** Everything is read from the log. */
  readonly analyze: object;
  readonly think: ThinkInput;
  readonly answer: AnswerInput;
  readonly draft: DraftInput;
  readonly ask: AskInput;
  readonly decide: DecideInput;
  readonly useTool: UseToolInput;
  readonly reflect: ReflectInput;
  readonly finalize: FinalizeInput;
  readonly structure: StructureInput;
  readonly wait: WaitInput;
}
