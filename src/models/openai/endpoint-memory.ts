import type { ModelRequest } from '../model.ts';
import { type Dialect, type Feature, featuresOf, plainest } from './dialect.ts';

/** After so many answers in a plainer form the fuller one is tried again: endpoints are updated, and gateways choose another server. */
const triedAgainAfter = 20;

/** How a call went on after it had begun. */
export interface CallCourse {
  readonly request: ModelRequest;
  readonly began: Dialect;
  readonly ended: Dialect;
  /** What the endpoint refused by name. */
  readonly named: ReadonlySet<Feature>;
  /** Whether it was asked in the plainest form after a refusal that named nothing. */
  readonly wasGuessed: boolean;
}

/** What is known of an endpoint from its refusals. */
export interface EndpointMemory {
  /** The form in which a call begins. */
  begin(request: ModelRequest): Dialect;
  /** Learns from an answer. A call that failed teaches nothing. */
  answered(course: CallCourse): void;
  /** The endpoint took a schema and ignored it. */
  ignoredSchema(): void;
}

/**
 * Remembers which forms an endpoint takes. A form is given up only when the endpoint refused it by name, or when two calls in a row were
 * refused without a word about the cause and answered in the plainest form; never for one bad answer, and never for good.
 */
export function createEndpointMemory(start: Dialect): EndpointMemory {
  const learned = new Map<Feature, { form: Dialect[Feature]; answers: number }>();
  let guesses = 0;
  const learn = (feature: Feature, form: Dialect[Feature]) => learned.set(feature, { form, answers: 0 });

  return {
    begin(request) {
      const dialect: Record<Feature, string> = { ...start };
      for (const [feature, known] of learned) {
        const isTrial = known.answers >= triedAgainAfter && featuresOf(request, start).includes(feature);
        // The next calls do not try it too, while this one finds out.
        if (isTrial) known.answers = 0;
        else dialect[feature] = known.form;
      }
      return dialect as unknown as Dialect; // every form is one of its feature
    },
    answered({ request, began, ended, named, wasGuessed }) {
      const used = featuresOf(request, ended);
      if (wasGuessed) guesses++;
      // What has more than the plainest form and passes speaks against the guess; what was in that form already says nothing.
      else if (plainest(ended, request)) guesses = 0;
      for (const feature of used) {
        const known = learned.get(feature);
        if (named.has(feature) || (ended[feature] !== began[feature] && guesses > 1)) learn(feature, ended[feature]);
        // It began with the fuller form although another is known: that was the trial, and it went well.
        else if (known && began[feature] !== known.form && ended[feature] === began[feature]) learned.delete(feature);
        else if (known) known.answers++;
      }
    },
    ignoredSchema: () => void learn('schemaInPrompt', 'included'),
  };
}
