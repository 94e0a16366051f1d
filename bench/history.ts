/** What analysis of 10,000 messages costs the first time and with one message more, and whether the first is linear, as ratios in one run. */
import type { Message } from 'troupe';
import { createConversationAnalyst } from 'troupe/conversation';

const names = ['Lisbon', 'Kyoto', 'Oslo', 'Quito', 'Accra', 'Turin', 'Perth', 'Lima'];
const things = ['budget', 'headcount', 'forecast', 'delivery', 'contract', 'invoice', 'survey', 'roadmap'];
const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T; // the lists are not empty

/** A conversation of a given length in which every message says something else. */
const historyOf = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? {
          role: 'user',
          content: `What do we know about the ${pick(things, at / 2)} of ${pick(names, at)}, item ${at}?`,
        }
      : {
          role: 'assistant',
          content: `The ${pick(things, (at - 1) / 2)} of ${pick(names, at - 1)} is ${at * 37} for item ${at - 1}. It was agreed in week ${at % 52}, and nobody has changed it since.`,
        },
  );

/** Messages as a store gives them: equal, and not the same objects. */
const fresh = (messages: readonly Message[]): Message[] => JSON.parse(JSON.stringify(messages)) as Message[]; // what went in

const time = (work: () => unknown) => {
  const began = performance.now();
  work();
  return performance.now() - began;
};
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const at = new Date(0).toISOString();
const question = (number: number): Message => ({ role: 'user', content: `And the forecast of Quito, item ${number}?` });

function measure(count: number, repetitions: number) {
  const rows = Array.from({ length: repetitions }, (_, repetition) => {
    const analyst = createConversationAnalyst();
    const history = [...historyOf(count), question(repetition)];
    const [one, two, three] = [
      fresh(history),
      fresh([...history, question(repetition + 1)]),
      fresh([...history, question(repetition + 1), question(repetition + 2)]),
    ];
    return {
      first: time(() => analyst.analyze(one, at)),
      more: time(() => analyst.analyze(two, at)),
      prepare: time(() => analyst.prepare(two)),
      prepareMore: time(() => analyst.prepare(three)),
    };
  });
  return {
    first: median(rows.map((row) => row.first)),
    more: median(rows.map((row) => row.more)),
    prepare: median(rows.map((row) => row.prepare)),
    prepareMore: median(rows.map((row) => row.prepareMore)),
  };
}

measure(1_000, 20);
measure(10_000, 2);
const small = measure(1_000, 30);
const large = measure(10_000, 9);
const ratio = large.first / large.more;
const growth = large.first / 10_000 / (small.first / 1_000);
console.log(`10000 messages, first analysis: ${large.first.toFixed(1)} ms; with one more: ${large.more.toFixed(2)} ms`);
console.log(
  `first analysis : one message more = ${ratio.toFixed(0)} : 1 (at least 50 wanted: ${ratio >= 50 ? 'yes' : 'NO'})`,
);
console.log(
  `a message of 10000 costs ${growth.toFixed(2)} times a message of 1000 in a first analysis (at most 2 wanted: ${growth <= 2 ? 'yes' : 'NO'})`,
);
console.log(
  `prepare, 10000 messages to 32000 tokens: ${large.prepare.toFixed(1)} ms the first time, ${large.prepareMore.toFixed(1)} ms with one message more`,
);
if (ratio < 50 || growth > 2) process.exitCode = 1;
