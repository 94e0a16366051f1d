/** What a run asks a person, as the page shows it. */
export interface OpenAsk {
  readonly kind: 'clarification' | 'plan-review' | 'approval' | 'question' | 'choice' | 'form';
  readonly id: string;
  readonly question: string;
  /** Who asks: a step and its specialist, or the way to an agent; absent for the host. */
  readonly from?: string;
  readonly because?: string;
  /** The call that is asked about, or in which is asked. */
  readonly tool?: string;
  /** The arguments of the call as JSON, where they can be changed. */
  readonly arguments?: string;
  readonly options?: readonly string[];
  /** The JSON Schema of a form. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly deadline?: string;
  /** Of a run that nobody drives here: what is typed to answer it. */
  readonly commands?: readonly string[];
}
