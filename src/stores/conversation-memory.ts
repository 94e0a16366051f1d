/** Conversations that are remembered, the ones used last. */
const maxConversations = 8;
/** Characters of all of them together, unless a single one is longer. */
const maxCharacters = 20_000_000;

/** What a store keeps of one message: its JSON, and what follows from it and the messages before it. */
export interface Remembered {
  readonly json: string;
}

/**
 * Remembers the last conversations message by message. The next run of a conversation brings all of it again: what was worked out for the messages
 * before is taken from here, and only what is new is worked out.
 */
export class ConversationMemory<Kept extends Remembered> {
  readonly #keep: (json: string, message: unknown, before: Kept | undefined) => Kept;
  /** The one used last comes last. */
  #known: (readonly Kept[])[] = [];

  constructor(keep: (json: string, message: unknown, before: Kept | undefined) => Kept) {
    this.#keep = keep;
  }

  /** What is kept of each message of a conversation. */
  follow(messages: readonly unknown[]): readonly Kept[] {
    // In a list, JSON writes null for what it cannot write.
    const texts = messages.map((message) => JSON.stringify(message) ?? 'null');
    let [best, shared]: [readonly Kept[], number] = [[], 0];
    for (const known of this.#known) {
      const count = sharedCount(known, texts);
      if (count > shared) [best, shared] = [known, count];
    }
    const kept = best.slice(0, shared);
    for (let place = shared; place < texts.length; place++) {
      kept.push(this.#keep(texts[place] ?? '', messages[place], kept[place - 1]));
    }
    const others = this.#known.filter((known) => known !== best || shared < best.length);
    this.#known = within([...others, kept]);
    return kept;
  }
}

function sharedCount(known: readonly Remembered[], texts: readonly string[]): number {
  const most = Math.min(known.length, texts.length);
  let count = 0;
  while (count < most && known[count]?.json === texts[count]) count++;
  return count;
}

/** The last ones that stay within the bounds. */
function within<Kept extends Remembered>(known: readonly (readonly Kept[])[]): (readonly Kept[])[] {
  let characters = 0;
  const isWithin = (list: readonly Kept[]) => {
    characters += list.reduce((sum, { json }) => sum + json.length, 0);
    return characters <= maxCharacters;
  };
  return known
    .slice(-maxConversations)
    .toReversed()
    .filter((list, index) => isWithin(list) || index === 0)
    .toReversed();
}
