/** What a run asks a person, as the page shows it. */
export interface OpenAsk {
  readonly kind: 'clarification' | 'plan-review' | 'approval' | 'question' | 'choice' | 'form';
  readonly id: string;
  readonly question: string;
  /** Who asks: a step and its specialist, or the way to an agent; absent for the host. */
  readonly from?: string;
  /** The step that asks, and whose it is. */
  readonly step?: string;
  readonly specialist?: string;
  /** The path of the actor that asks. */
  readonly actor?: string;
  readonly because?: string;
  /** The call that is asked about, or in which is asked. */
  readonly tool?: string;
  /** What that tool may do to the world. */
  readonly capability?: string;
  /** The arguments of the call as JSON, where they can be changed. */
  readonly arguments?: string;
  readonly options?: readonly string[];
  /** The JSON Schema of a form, or of the arguments. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly deadline?: string;
  /** What counts when nobody answers in time. */
  readonly default?: unknown;
  /** Of a run that nobody drives here: what is typed to answer it. */
  readonly commands?: readonly string[];
}
