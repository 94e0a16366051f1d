import { z } from 'zod';
import type { ConversationContext, ShownHistory } from '../../../conversation/conversation-context.ts';
import {
  type ConversationParts,
  type ConversationWork,
  compressedSchema,
  keptPlaces,
  ownAnalysisSchema,
  type PartUsage,
  summaryMessage,
} from '../../../conversation/conversation-parts.ts';
import { lastUserText, type Message } from '../../../domain/message.ts';
import { definitionProblem } from '../../../domain/schemas/config-problem.ts';
import { messageOf, TroupeError } from '../../../errors.ts';
import { ModelError } from '../../../models/model-error.ts';
import { languageOf } from '../../../text/language-of.ts';
import { spendingOf } from '../bill.ts';
import type { Performance } from '../performer.ts';
import { withinTime } from '../within-time.ts';
import { addUsage } from './counted-calls.ts';

/** The parts of one's own for the conversation of a run, each called in time and with its result checked. Where there is none, nothing is said. */
export class OwnParts {
  readonly #parts: ConversationParts;
  readonly #messages: readonly Message[];
  readonly #performance: Performance;
  #used: PartUsage | undefined;

  constructor(messages: readonly Message[], performance: Performance) {
    [this.#parts, this.#messages, this.#performance] = [performance.cast.conversation, messages, performance];
  }

  /** What they used of models. */
  get used(): { usage?: PartUsage } {
    return this.#used ? { usage: this.#used } : {};
  }

  /** The older messages that matter to the question. */
  async relevant(): Promise<readonly Message[] | undefined> {
    const { filter } = this.#parts;
    if (!filter) return undefined;
    const chosen = await this.#call('filter', (work) => filter(work), z.array(z.custom<Message>()));
    this.#checkGiven('filter', chosen);
    const question = this.#messages.findLast(({ role }) => role === 'user');
    const wanted = new Set(chosen);
    return this.#messages.filter((each) => wanted.has(each) && each.role !== 'system' && each !== question);
  }

  async analysis(computed: ConversationContext): Promise<ConversationContext> {
    const { analyze } = this.#parts;
    if (!analyze) return computed;
    const said = await this.#call('analyze', (work) => analyze({ ...work, computed }), ownAnalysisSchema);
    return { ...computed, ...said, metadata: { ...said.metadata, ...computed.metadata } };
  }

  /** What models see of the conversation, where it does not fit and a part of one's own has a say in it. */
  async shown(relevant: readonly Message[] | undefined, { tokenCount, relevantHistory }: ConversationContext) {
    const { session } = this.#performance.cast.options;
    const fits = tokenCount <= session.windowTokens && this.#messages.length <= session.maxHistory;
    if (fits) return undefined;
    const { compress } = this.#parts;
    if (compress && session.compress) return this.#compressed(compress, relevant ?? relevantHistory);
    return relevant && this.#composed(relevant);
  }

  async #compressed(
    compress: NonNullable<ConversationParts['compress']>,
    relevant: readonly Message[],
  ): Promise<ShownHistory> {
    const { windowTokens: maxTokens, maxHistory: maxMessages } = this.#performance.cast.options.session;
    const about = { relevant, maxTokens, maxMessages };
    const { kept, summary = '' } = await this.#call(
      'compress',
      (work) => compress({ ...work, ...about }),
      compressedSchema,
    );
    this.#checkGiven('compress', kept);
    const language = languageOf(lastUserText(this.#messages) ?? '');
    return {
      of: this.#messages.length,
      kept: keptPlaces(this.#messages, kept),
      ...(summary.trim() === '' ? {} : { summary: summaryMessage(summary, language).content }),
    };
  }

  /** As without a compressor of one's own, around what the filter chose. */
  #composed(relevant: readonly Message[]): ShownHistory {
    const { analyst, options } = this.#performance.cast;
    const composed = new Set(analyst.prepare(this.#messages, options.session, relevant));
    const given = new Set(this.#messages);
    const summary = [...composed].find((message) => !given.has(message))?.content;
    return {
      of: this.#messages.length,
      kept: [...this.#messages.keys()].filter((place) => composed.has(this.#messages[place] as Message)), // a place of it
      ...(summary === undefined ? {} : { summary }),
    };
  }

  async #call<Schema extends z.ZodType>(
    name: keyof ConversationParts,
    part: (work: ConversationWork) => unknown,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { cast, signal, key } = this.#performance;
    const { callMs } = cast.options.timeouts;
    const late = `conversation.${name} took longer than ${callMs} ms.`;
    const work = { messages: this.#messages, question: lastUserText(this.#messages) ?? '', context: cast.context, key };
    const count = (usage: PartUsage) => this.#count(usage);
    const given = await withinTime(cast.clock, callMs, signal, late, async (until) =>
      part({ ...work, count, signal: until }),
    ).catch((error) => {
      if (signal.aborted || error instanceof TroupeError || error instanceof ModelError) throw error;
      const message = messageOf(error);
      throw message === late ? error : new Error(`conversation.${name} failed: ${message}`, { cause: error });
    });
    const problem = definitionProblem(given, schema);
    if (problem) throw new TroupeError('bad-config', `What conversation.${name} gave cannot be used. ${problem}.`);
    return schema.parse(given);
  }

  #checkGiven(name: keyof ConversationParts, chosen: readonly Message[]): void {
    const known = new Set(this.#messages);
    const place = chosen.findIndex((each) => !known.has(each));
    if (place < 0) return;
    throw new TroupeError(
      'bad-config',
      `conversation.${name} gave a message at place ${place} that is not in the conversation. Give back some of the messages that it gets, as they are${name === 'compress' ? '; words of its own go into the summary' : ''}.`,
    );
  }

  #count(usage: PartUsage): void {
    this.#used = addUsage(this.#used, usage);
    this.#performance.ledger.charge(spendingOf(usage));
  }
}
