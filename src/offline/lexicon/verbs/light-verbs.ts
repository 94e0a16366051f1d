import { formsOf } from './irregular-verbs.ts';

/**
 * Verbs that only say that a row is there, or that somebody has to do with it: nothing is lost without them. What says how something went (cancel,
 * complete, fail, complain) is none of them, nor is what would need a column of its own (weigh, faint).
 */
const plain =
  'do make take give get hold see handle treat process serve run lead teach coach instruct tutor guide host supervise conduct perform attend cover tackle undertake meet face encounter experience find notice note observe measure record log list enter register document show appear happen occur arise exist stand belong relate include contain feature involve concern use bring put collect gather receive visit join participate drive ride fly travel live stay play need work go come carry present send ask';
const withParticle = `deal with|look after|take care of|care for|work on|work with|see to|attend to|carry out|turn out to be|turn out|end up being|end up|show up|turn up|come up|come along|come by|come in|come out|come through|come around|come back from|go out|go on|go off|go through|
bring in|bring along|bring round|bring to us|put in|put forward|hand in|hand over|drop off|give out|give away|send in|send out|write down|note down|fill in|put down|take on|take over|take in|take part in|get through|get in|get to|run through|set up|add up to|make up|
be involved in|be in charge of|be responsible for|take charge of|be there|be around|pop up|log in|serve up|see in|have in`;

/** "dealt with": each form of the verb before its particle. */
const phrasesOf = (entry: string): string[] => {
  const [verb = '', ...rest] = entry.trim().split(' ');
  return formsOf(verb).map((form) => [form, ...rest].join(' '));
};

/** All of them in each of their forms. */
export const lightVerbs: readonly string[] = [
  ...plain.split(' ').flatMap(formsOf),
  ...withParticle.replaceAll('\n', '').split('|').flatMap(phrasesOf),
];

/** The same in Chinese. */
export const hanLightVerbs =
  '做 做了 做过 做的 做完 负责 负责了 负责过 负责的 处理 处理了 接待 接待了 进行 进行了 办 办了 办过 搞 搞了 弄 弄了 有过 出现 出现了 出现过 来过 参加 参加了 安排 安排了 记录了 登记了 登记 上 上了 上过 跑 跑过 接 接过 带 带了 带过 教 教了 教过 考 考了 考过 考得'.split(
    ' ',
  );
/** Words around a question in Chinese that say nothing of it. */
export const hanFiller =
  '才 就 便 竟然 居然 这段时间 这段时间里 这期间 期间内 到现在 到目前为止 迄今 至今 迄今为止 截至目前 里头 当中 那边 这边 这里 那里 一般 好像 其实 实际 实际上 本 咱们 咱 大家 他们家 嘛 呗 哈 哦 噢 嗯 那个什么 请告诉我 麻烦查 能否 可否'.split(
    ' ',
  );
