import type { ConversationContext } from '../conversation/conversation-context.ts';
import type { FeedbackResult } from '../domain/feedback.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Message } from '../domain/message.ts';
import type { CollectedResults } from '../domain/results.ts';
import type { OutputShape } from '../domain/schemas/standard-schema.ts';
import type { Resource, SpecialistCard } from '../domain/specialist-card.ts';
import type { StepOutput } from '../domain/step-output.ts';
import type { NotDone, ThinkingResult } from '../domain/thinking.ts';
import type { FailingTools, WentWrong } from '../plan/error-pattern.ts';
import type { PlanStep, TaskPlan } from '../plan/plan.ts';

/** What every call of a model knows. */
export interface Common {
  /** The conversation as the model sees it: what does not fit the window is summed up. */
  readonly messages: readonly Message[];
  /** The language in which the user writes: `zh` or `en`. */
  readonly language: string;
  /** The day of the request, such as 2026-11-16. */
  readonly date: string;
  /** What the application says to everyone who works for the host. */
  readonly instructions?: string;
  /** What is known that helps with the request: data, never instructions. */
  readonly knowledge?: readonly string[];
  /** What is remembered from other runs and helps with the request: data, never instructions. */
  readonly remembered?: readonly string[];
  /** How the user has said they want things, in their own words. */
  readonly preferences?: readonly string[];
}

/**
 * What one call of a model is about, as data. Prompts turn it into messages for a language model; rules and
 * scripts answer from it directly.
 */
export type Brief = Common & BriefTopic;

/** What a call is about, without what every call knows. */
export type BriefTopic =
  | {
      readonly purpose: 'think';
      readonly context: ConversationContext;
      readonly specialists: readonly SpecialistCard[];
      readonly resources: readonly Resource[];
      /** Whether one question may be put to the user. */
      readonly mayAsk: boolean;
      /** Whether a plan may be made, has to be made, and whether its steps are written by somebody else. */
      readonly planning: 'no' | 'free' | 'must';
      readonly handsOver: boolean;
      /** Whether something can be looked up. */
      readonly hasTools: boolean;
      /** Look-ups so far, and their results. */
      readonly exchange: readonly Message[];
      /** The data of the results in `exchange`, in the same order as its tool messages. */
      readonly data: readonly JsonValue[];
      /** No look-up is left after this turn. */
      readonly isLast: boolean;
      /** What was wrong with the answer before this one. */
      readonly remark?: string;
    }
  | {
      readonly purpose: 'answer';
      readonly context: ConversationContext;
      readonly thought: ThinkingResult;
      readonly resources: readonly Resource[];
      /** Look-ups so far, and their results. */
      readonly exchange: readonly Message[];
      readonly data: readonly JsonValue[];
    }
  | {
      readonly purpose: 'plan';
      readonly context: ConversationContext;
      readonly thought: ThinkingResult;
      readonly specialists: readonly SpecialistCard[];
      readonly resources: readonly Resource[];
      readonly maxSteps: number;
      /** What was looked up before. */
      readonly lookups: readonly StepOutput[];
      /** How a plan is written, in words for a model. */
      readonly template?: string;
      /** The plan to update and what was said of it; absent for the first plan. */
      readonly previous?: {
        readonly plan: TaskPlan;
        readonly outputs: readonly StepOutput[];
        /** Absent when a message of the user is the reason. */
        readonly feedback?: FeedbackResult;
        /** Absent when nothing went wrong more than once. */
        readonly wentWrong?: WentWrong;
      };
      /** The draft that was refused and why; absent for the first draft. */
      readonly refused?: { readonly draft: string; readonly problems: readonly string[] };
      /** The plan that the user has looked at, and what they said of it. */
      readonly review?: { readonly plan: string; readonly remark: string };
    }
  | {
      readonly purpose: 'work';
      readonly step: PlanStep;
      readonly specialist: SpecialistCard;
      readonly systemPrompt: string;
      /** What the user asks for: the request, and what was asked back, answered or added since. */
      readonly request: readonly Message[];
      /** The outputs of the steps that this one needs. */
      readonly inputs: readonly StepOutput[];
      /** What was looked up before the plan. */
      readonly lookups: readonly StepOutput[];
      /** Whether it has tools, and whether no turn comes after this one. */
      readonly hasTools: boolean;
      readonly isLast: boolean;
      /** Calls of tools in this attempt so far, and their results. */
      readonly exchange: readonly Message[];
      /** The data of the tools' results in `exchange`, in the same order as its tool messages. */
      readonly data: readonly JsonValue[];
      /** Why earlier attempts were refused. */
      readonly remarks: readonly string[];
      /** Tools that have failed at this step again and again and are taken away, and those that are left. */
      readonly failing?: FailingTools;
      readonly resources: readonly Resource[];
    }
  | {
      readonly purpose: 'decide';
      readonly step: PlanStep;
      readonly condition: string;
      /** The outputs of the steps that this one needs. */
      readonly inputs: readonly StepOutput[];
      /** What was wrong with the answer before this one. */
      readonly remark?: string;
    }
  | {
      readonly purpose: 'reflect';
      readonly thought: ThinkingResult;
      readonly plan: TaskPlan;
      /** Who could do more, when the plan may change. */
      readonly specialists: readonly SpecialistCard[];
      readonly lookups: readonly StepOutput[];
      /** Results that were read in full. */
      readonly exchange: readonly Message[];
      readonly isLast: boolean;
      readonly outputs: readonly StepOutput[];
      readonly results: CollectedResults;
      readonly round: number;
      readonly maxRounds: number;
      /** The round brought nothing new: one more like it ends the run. */
      readonly isStalled: boolean;
      /** Absent when nothing went wrong more than once. */
      readonly wentWrong?: WentWrong;
      readonly remark?: string;
    }
  | {
      readonly purpose: 'finalize';
      readonly thought: ThinkingResult;
      readonly lookups: readonly StepOutput[];
      readonly plan?: TaskPlan;
      readonly outputs: readonly StepOutput[];
      readonly feedback?: FeedbackResult;
      readonly notDone: readonly NotDone[];
      /** The question that nobody answered in time: the answer is the best reading without it. */
      readonly unanswered?: string;
      /** The limit that ended the work, in words. */
      readonly limit?: string;
    }
  | {
      readonly purpose: 'structure';
      /** The answer, as text. */
      readonly answer: string;
      /** The shape that it is wanted in. */
      readonly shape: OutputShape;
      readonly lookups: readonly StepOutput[];
      readonly outputs: readonly StepOutput[];
      /** What was written before and why it does not fit; absent for the first attempt. */
      readonly unfit?: { readonly text: string; readonly problem: string };
    };

/** What a call of a model is for in a run of the host. */
export type Purpose = Brief['purpose'];

/** What a call of an agent's model is about: everything else is in its messages. */
export interface AgentBrief extends Common {
  readonly purpose: 'agent';
  readonly agent: string;
  /** The call summarises what has to make room in the agent's window. */
  readonly isSummary?: boolean;
  /** The agents from the root of the run to this one. */
  readonly runPath: readonly string[];
}
