/** Every sentence that the default prompts say to a model, in one language. */
export interface Words {
  /** Asks for the language of the answer. */
  readonly inUserLanguage: string;
  /** Stands before what is known. */
  readonly knowledge: string;
  readonly isData: (tags: readonly string[]) => string;
  readonly think: string;
  readonly mayNotAsk: string;
  readonly specialists: string;
  readonly resources: string;
  readonly unusable: (remark: string) => string;
  readonly answer: string;
  readonly thought: string;
  readonly bestReading: (question: string) => string;
  readonly plan: (maxSteps: number) => string;
  readonly planTemplate: string;
  readonly update: string;
  readonly said: string;
  readonly change: string;
  readonly added: string;
  readonly refused: string;
  readonly mend: string;
  readonly reviewed: string;
  readonly theySay: string;
  readonly writePlan: string;
  readonly youAre: (name: string, description: string) => string;
  readonly work: string;
  readonly cannot: string;
  readonly userAsked: string;
  readonly askedBack: string;
  readonly earlierResults: string;
  readonly yourStep: string;
  readonly earlierAttempts: string;
  readonly decide: string;
  readonly theStep: string;
  readonly onlyWhen: string;
  readonly reflect: string;
  readonly round: (round: number, maxRounds: number) => string;
  readonly stalled: string;
  readonly thePlan: string;
  readonly summary: string;
  readonly judge: string;
  readonly finalize: string;
  readonly limit: (limit: string) => string;
  readonly notDone: string;
  readonly writeAnswer: string;
}
