import { type Cue, courtesy, type IntentKind, intentCues, type Tone, toneCues } from './intent-cues.ts';

/** What a message wants and how it sounds. */
export interface IntentAnalysis {
  readonly intent: IntentKind;
  /** From 0 to 1: how much of what the message shows speaks for this intent; 0 when there is nothing to go by. */
  readonly confidence: number;
  readonly tone: Tone;
  /** From 0 to 1, in the same way. */
  readonly toneConfidence: number;
}

// What is wanted stands at the start or at the end of a message.
const head = 1_000;
const tail = 300;
/** What speaks against every reading from the outset: one weak cue alone gives little confidence. */
const doubt = 0.8;
/** Characters behind words of courtesy that are a matter of their own. */
const leastMatter = 4;
const courtesies: readonly IntentKind[] = ['greeting', 'thanks', 'confirmation'];
/** A message this long without any cue is more likely meant to be worked on than to be taken note of. */
const longText = 400;

/**
 * Reads the intent and the tone of one message by rules, in English and Chinese, in time that does not grow with its length.
 *
 * Each cue in the text speaks for one kind with a weight. The kind with most weight wins; its confidence is its part of all weights and of a constant doubt.
 */
export function analyzeIntent(text: string): IntentAnalysis {
  const trimmed = text.slice(0, head * 2).trimStart();
  const start = trimmed.slice(0, head);
  const isWhole = text.length <= head;
  const read = isWhole ? start.trimEnd() : `${start}\n${text.slice(-tail).trimEnd()}`;
  if (read.trim() === '') return { intent: 'statement', confidence: 0, tone: 'neutral', toneConfidence: 0 };
  // Words of courtesy in front of a matter are not the matter.
  const matter = read.replace(courtesy, '').replace(courtesy, '');
  const isCourteous = matter !== read && matter.length >= leastMatter;
  const intents = weigh<IntentKind>(intentCues, isCourteous ? matter : read);
  if (isCourteous) for (const kind of courtesies) intents.set(kind, (intents.get(kind) ?? 0) * 0.4);
  const [intent, weight, rest] = strongest(intents);
  const tones = weigh<Tone>(toneCues, read);
  const [tone, toneWeight, toneRest] = strongest(tones);
  return {
    ...(intent === undefined
      ? { intent: text.length > longText ? ('request' as const) : ('statement' as const), confidence: 0.3 }
      : { intent, confidence: confidence(weight, rest) }),
    ...(tone === undefined
      ? { tone: 'neutral' as const, toneConfidence: confidence(1 + Math.min(1, read.length / 100), 0) }
      : { tone, toneConfidence: confidence(toneWeight, toneRest) }),
  };
}

const confidence = (weight: number, rest: number) => Math.round((100 * weight) / (weight + rest + doubt)) / 100;

function weigh<Kind>(cues: readonly Cue<Kind>[], text: string): Map<Kind, number> {
  const weights = new Map<Kind, number>();
  for (const [kind, weight, pattern] of cues) {
    if (pattern.test(text)) weights.set(kind, (weights.get(kind) ?? 0) + weight);
  }
  return weights;
}

/** The kind with most weight, the first of equals, its weight and that of all others. */
function strongest<Kind>(weights: ReadonlyMap<Kind, number>): [Kind | undefined, number, number] {
  let [kind, most, sum]: [Kind | undefined, number, number] = [undefined, 0, 0];
  for (const [each, weight] of weights) {
    sum += weight;
    if (weight > most) [kind, most] = [each, weight];
  }
  return [kind, most, sum - most];
}
