import type { Question } from './raw.ts';

const found = (ask: Question['ask'], ...has: readonly string[]): Question => ({ ask, has });
const none = (ask: Question['ask'], ...named: readonly string[]): Question => ({ ask, refused: named });

/** Questions that a passage seems to answer and does not, beside some that one does answer. */
export const notAnswered: Readonly<Record<string, readonly Question[]>> = {
  library: [
    // What is stated narrows the question behind it.
    none("I've lost my card. Can I still borrow a film?", 'lost'),
    none('The printer is broken. How much do I pay?', 'broken'),
    none('How much do I pay? The printer is broken.', 'broken'),
    // A verb and its particle are a word of their own.
    none("Who's looking after the library's money?", 'looking after'),
    none('Can I turn up at the board meeting?', 'turn up'),
    none('Can members come up to the roof?'),
    // Who pays, how many, which not, when: the passage has to say that.
    none('Who pays for the books?'),
    none('How many members does the library have?', 'How many'),
    none('How many people sit on the board?'),
    none('When did Helen Moss become chair?'),
    none('What does a new member get?'),
    // A question goes on with the one before it.
    none(['who is the treasurer?', 'and when can I meet him?'], 'who is the treasurer', 'not answered'),
    none(['is there parking?', 'and what does it cost?'], 'is there parking'),
    none(['how long can I keep a DVD?', 'and where is it made?'], 'passages that answered'),
    found(['how long can I keep a DVD?', 'and a book?'], 'four weeks'),
    found(['how long can I keep a DVD?', 'and how often can I renew it?'], 'twice'),
    found('What do I pay for a coloured print?', '40 cents'),
  ],
  company: [
    none('My brother is visiting. Can he park here?', 'brother'),
    none('My badge has expired. Who do I call?', 'badge'),
    none("Who's looking after the building at night?", 'looking after'),
    none('Can I work out in the building?', 'work out'),
    none('Who works in the office at weekends?', 'works'),
    none('How many people eat in the canteen?', 'How many'),
    none('How much does the company pay for parental leave?'),
    none(['where is the first aid box?', 'and who may open it?'], 'not answered'),
    none(['how many employees does the company have?', 'and how many are on leave?'], 'not answered'),
    found(['how much does a parking space cost?', 'and how many are there?'], '24 parking spaces'),
    found('My laptop was stolen. Who do I call?', '555 0199'),
  ],
  clinic: [
    none('I bring tulips in a vase. Is that allowed?', 'tulips'),
    none('How many patients are there?', 'How many'),
    none('When may staff park in the car park?', 'When'),
    found('My daughter is four. Can she come to see her grandmother?', 'under six'),
  ],
  school: [
    none('How much do teachers earn?'),
    none('Who backs up the files?', 'Who'),
    none('How many teachers work at the college?', 'How many'),
    none(['what is the notice period?', 'and for new teachers?'], 'not answered'),
  ],
  club: [
    none('What do members pay for yoga?'),
    none('I am sixteen. Can I box?', 'sixteen'),
    none('Who looks after children in the pool?', 'looks after'),
    none('会员可以带孩子来吗？'),
    none('我昨天没来。会员费能退吗？', '昨天'),
    found('What do I pay as a student?', '30 euros'),
    found('我是会员。停车第三个小时多少钱？', '5 元'),
  ],
  hr: [
    none('谁开班车？'),
    none('工资什么时候涨？'),
    none(['产假有多长？', '那工资呢？'], '没有得到回答'),
    found(['体检是什么时候？', '家属要多少钱？'], '680'),
  ],
  coffee: [
    none('My machine fell down. Is it covered by the guarantee?', 'fell'),
    none('Who makes the machine?', 'makes'),
    none('How many cups a day can the machine make?', 'How many'),
    found(['how long is the warranty?', 'and can it be extended?'], 'extended by one year'),
  ],
  minutes: [
    none('How many people work on the app?', 'How many'),
    none('Who pays for the trade fair?'),
    none('新仓库多大？'),
    none('我老婆怀孕了。她能参加团建吗？', '老婆'),
    found('Who was missing in April?', 'Hugo Brandt'),
  ],
  handbook: [
    none('What do I pay for delivery to Norway?'),
    none('My card has expired. Where does the refund go?', 'expired'),
    none(['do you ship to Switzerland?', 'and what does that cost?'], 'passages that answered'),
    found('Who pays customs duties?', 'paid by the recipient'),
    found('How long do refunds take?', '5 working days'),
  ],
  camera: [
    none('My neighbour complains about the camera. What can I do?'),
    none('How many cameras can I connect?'),
    found('How many people can use it?', 'eight others'),
  ],
  bike: [
    none('My battery was stolen. How much is a new one?', 'stolen'),
    found('How long does it take to charge the battery?', '4.5 hours'),
    found('Can I take the battery out?', 'removed with the key'),
  ],
  canoe: [none("I can't swim. May I hire a canoe?", 'swim'), none('How many canoes do you have?')],
};
