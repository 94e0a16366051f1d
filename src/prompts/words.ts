import type { StepStatus } from '../domain/status.ts';
import type { CorrectionAttempt, ErrorPattern } from '../plan/error-pattern.ts';
import type { CutNotice } from '../text/fit-texts.ts';

/** Every sentence that the default prompts say to a model, in one language; what a move to a verdict says stands with it in `verdict-moves.ts`. */
export interface Words {
  /** Asks for the language of the answer. */
  readonly inUserLanguage: string;
  /** The same for those to whom somebody else passes on what the user asked. */
  readonly inAskedLanguage: string;
  readonly today: (date: string) => string;
  /** Stands before what is known. */
  readonly knowledge: string;
  /** Stands before what is remembered. */
  readonly remembered: string;
  /** Stands before what the user prefers. */
  readonly preferences: string;
  /** The same for those who write for others than the user, too. */
  readonly preferencesAtWork: string;
  readonly isData: (tags: readonly string[]) => string;
  /** Stands where a text was cut; what has an id can be read on. */
  readonly cut: CutNotice;
  readonly lead: string;
  readonly lookUp: string;
  readonly mayPlan: string;
  readonly mustPlan: string;
  readonly handsOver: string;
  readonly mayAsk: string;
  readonly mayNotAsk: string;
  readonly lastLook: string;
  readonly specialists: string;
  readonly files: string;
  readonly unusable: (remark: string) => string;
  readonly answer: string;
  readonly thought: string;
  readonly bestReading: (question: string) => string;
  readonly plan: (maxSteps: number) => string;
  readonly planRules: string;
  readonly planTemplate: string;
  readonly update: string;
  readonly said: string;
  readonly change: string;
  readonly added: string;
  readonly refused: string;
  readonly fix: string;
  readonly reviewed: string;
  readonly theySay: string;
  readonly writePlan: string;
  readonly youAre: (name: string, description: string) => string;
  readonly work: string;
  readonly cannot: string;
  readonly withTools: string;
  readonly format: (format: string) => string;
  readonly lastTurn: string;
  readonly conversation: string;
  readonly userAsked: string;
  readonly askedBack: string;
  readonly found: string;
  readonly earlierResults: string;
  readonly yourStep: string;
  readonly earlierAttempts: string;
  /** The tools that are taken away and how often each failed, and those that are left. */
  readonly failingTools: (
    failed: readonly (readonly [tool: string, count: number])[],
    others: readonly string[],
  ) => string;
  /** Stands before what they said, where no call shows it. */
  readonly lastSaid: string;
  readonly decide: string;
  readonly theStep: string;
  readonly onlyWhen: string;
  readonly close: string;
  /** Stands where there is a result. */
  readonly mayUse: string;
  readonly mayChange: (round: number, maxRounds: number) => string;
  readonly mayNotChange: string;
  readonly stalled: string;
  readonly wentWrong: string;
  /** What to do about steps for which nothing is left to try. */
  readonly failedForGood: (steps: readonly string[]) => string;
  /** Who failed how often, and where; what it said comes after it. */
  readonly failedOften: (pattern: Pick<ErrorPattern, 'step' | 'specialist' | 'tool' | 'count'>) => string;
  /** What was tried about it, and what came of it. */
  readonly tried: (attempts: readonly Tried[]) => string;
  /** The same of a step whose failure is told already. */
  readonly triedAt: (step: string | undefined, attempts: readonly Tried[]) => string;
  readonly stepStatus: Readonly<Record<StepStatus, string>>;
  readonly doneInPart: string;
  /** Done, though tools failed on the way and did not work after that. */
  readonly doneDespite: (tools: readonly string[]) => string;
  readonly rated: (score: number) => string;
  /** What earlier runs have shown of a specialist. */
  readonly proven: (figures: ShownFigures, weakly: readonly (ShownFigures & { word: string })[]) => string;
  readonly outcomes: string;
  readonly judge: string;
  readonly finalize: string;
  readonly limit: (limit: string) => string;
  readonly notDone: string;
  readonly writeAnswer: string;
  readonly structure: string;
  readonly answered: string;
  /** Stands before a value that did not fit, and before the reason. */
  readonly unfit: string;
  readonly because: string;
  readonly writeShape: string;
  readonly moves: MoveWords;
}

/** What was tried about something, for a reader. */
export type Tried = Pick<CorrectionAttempt, 'action' | 'specialist' | 'status'>;

/** Figures for a reader. */
export interface ShownFigures {
  readonly steps: number;
  readonly percent: number;
  readonly seconds: number | undefined;
}

/** What the moves of the charts are called to do, as descriptions of tools. */
export interface MoveWords {
  readonly plan: string;
  readonly handOver: string;
  readonly planThought: string;
  readonly steps: string;
  readonly task: string;
  readonly after: string;
  readonly when: string;
  readonly format: string;
  readonly answerFrom: string;
  readonly askUser: string;
  readonly refuse: string;
  readonly refusedPart: string;
  readonly cannot: string;
  readonly answerWithThis: string;
  readonly useResult: string;
  readonly score: string;
  readonly contradictions: string;
  readonly readResult: string;
}
