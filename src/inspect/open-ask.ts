/** What a run asks a person, as the page shows it. */
export interface OpenAsk {
  readonly kind: 'clarification' | 'plan-review' | 'approval' | 'question' | 'choice' | 'form';
  readonly id: string;
  readonly question: string;
  /** Who asks: a step and its specialist, absent for the host. */
  readonly from?: string;
  readonly because?: string;
  /** The call that is asked about, with its arguments as JSON. */
  readonly tool?: string;
  readonly arguments?: string;
  readonly options?: readonly string[];
  readonly deadline?: string;
}
