import type { Message } from 'troupe';

export const system = (content: string): Message => ({ role: 'system', content });
export const user = (content: string): Message => ({ role: 'user', content });
export const assistant = (content: string): Message => ({ role: 'assistant', content });
/** An assistant message that calls a tool once for each id. */
export const calling = (...ids: string[]): Message => ({
  role: 'assistant',
  content: '',
  toolCalls: ids.map((id) => ({ id, name: 'query', arguments: '{"region":"north"}' })),
});
export const result = (toolCallId: string, content: string): Message => ({ role: 'tool', content, toolCallId });

/** What is wrong with a part of a history: a call without the results it had, a result without its call. */
export function looseEnds(kept: readonly Message[], whole: readonly Message[]): string[] {
  const answered = new Set(whole.flatMap((message) => message.toolCallId ?? []));
  const called = new Set<string>();
  const problems: string[] = [];
  for (const message of kept) {
    for (const { id } of message.toolCalls ?? []) called.add(id);
    if (message.role === 'tool' && !called.has(message.toolCallId ?? ''))
      problems.push(`no call ${message.toolCallId}`);
  }
  const results = new Set(kept.flatMap((message) => message.toolCallId ?? []));
  for (const id of called) if (answered.has(id) && !results.has(id)) problems.push(`no result ${id}`);
  return problems;
}

/** The same numbers for the same seed, from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export interface PlantedFact {
  readonly name: string;
  readonly number: string;
}

const syllables = ['Ka', 'Lo', 'Mi', 'Ru', 'Ta', 'Ve', 'Zo', 'Ne', 'Pi', 'Su'];
const surnames = '赵钱孙李周吴郑王冯陈';
const given = '伟芳娜敏静强磊洋艳勇';

export const languages = {
  en: {
    name: (at: number) => `${syllables[at % 10]}${syllables[Math.floor(at / 10)]?.toLowerCase()}lor`,
    fact: ({ name, number }: PlantedFact) => `By the way, the account of ${name} has a limit of ${number} credits.`,
    question: (names: readonly string[]) => `What are the limits of ${names.join(', ')}?`,
    filler: [
      'The weather is fine and the coffee machine works again.',
      'Let me think about how we could say this in a nicer way.',
      'I had a look at the slides, they are fine as far as I can see.',
      'That is what everybody in the team would like, more or less.',
      'We can talk about it over lunch, if there is time.',
    ],
  },
  zh: {
    name: (at: number) => `${surnames[at % 10]}${given[Math.floor(at / 10)]}${given[(at * 7 + 3) % 10]}`,
    fact: ({ name, number }: PlantedFact) => `顺便说一下，${name}的账户额度是${number}点。`,
    question: (names: readonly string[]) => `${names.join('、')}的额度各是多少？`,
    filler: [
      '今天天气不错，咖啡机也修好了。',
      '让我想想怎样说得更好听一些。',
      '幻灯片我看过了，大体上没有什么毛病。',
      '团队里大家差不多都是这样想的。',
      '有时间的话，我们吃午饭的时候再聊。',
    ],
  },
} as const;

/** A long history of filler in which facts are hidden, each once, and a question that names all of them. */
export function plantedHistory(language: keyof typeof languages, { messages = 10_000, facts = 50, seed = 7 } = {}) {
  const words = languages[language];
  const random = seeded(seed);
  const planted = Array.from({ length: facts }, (_, at) => ({
    name: words.name(at),
    number: String(10_000 + Math.floor(random() * 89_999)),
  }));
  const filler = () => words.filler[Math.floor(random() * words.filler.length)] ?? '';
  const history = Array.from({ length: messages - 1 }, (_, at): Message => {
    const text = `${filler()} ${filler()}`;
    return at % 2 === 0 ? user(text) : assistant(text);
  });
  const step = Math.floor((messages - 200) / facts);
  planted.forEach((fact, at) => {
    const place = at * step + Math.floor(random() * step);
    const message = history[place];
    if (message) history[place] = { ...message, content: `${filler()} ${words.fact(fact)} ${filler()}` };
  });
  return { facts: planted, messages: [...history, user(words.question(planted.map(({ name }) => name)))] };
}
