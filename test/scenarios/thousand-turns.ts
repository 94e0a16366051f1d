/** Something that is said to be known later, and a later question that needs it. */
export interface Planted {
  readonly say: string;
  readonly ask: string;
  /** The question has no word in common with what was said. */
  readonly isParaphrase?: true;
  /** What was said about the same before. */
  readonly before?: string;
  /** It is deleted in the end. */
  readonly isDeleted?: true;
}

export const planted: readonly Planted[] = [
  { say: 'We can spend at most 4,310.', ask: 'How much money do we have?', isParaphrase: true },
  { say: 'My daughter cannot eat nuts.', ask: 'What may my daughter eat?' },
  { say: 'My son is allergic to penicillin.', ask: 'Which medicine is bad for the boy?', isParaphrase: true },
  {
    say: 'From now on answer in German.',
    before: 'From now on answer in French.',
    ask: 'What is the capital of Peru?',
  },
  { say: 'I prefer prices in euros.', ask: 'What does a bus ticket cost?' },
  { say: 'Our hotel is the Plaza.', before: 'Our hotel is the Ritz.', ask: 'Where is our hotel?' },
  { say: 'The deadline is now Monday.', before: 'The deadline is Friday.', ask: 'By when is the deadline?' },
  { say: 'I moved to Lisbon.', before: 'I live in Porto.', ask: 'In which town have I moved?' },
  { say: 'My daughter is seven now.', before: 'My daughter is six.', ask: 'How old is my daughter?' },
  { say: 'Our budget for the garden is 900 euros.', ask: 'What about the budget of the garden?' },
  { say: 'Remember that the gate code is 4711.', ask: 'What is the code of the gate?' },
  { say: 'I work at Siemens.', ask: 'Who pays my salary?', isParaphrase: true },
  { say: 'My favourite colour is green.', ask: 'What is my favourite colour?' },
  { say: 'I am vegetarian.', ask: 'Shall we have steak tonight?', isParaphrase: true },
  {
    say: 'There are four of us.',
    before: 'There are three of us.',
    ask: 'How big a table shall I book?',
    isParaphrase: true,
  },
  { say: 'Always check the invoice number.', ask: 'Is this invoice in order?' },
  { say: 'My wife is afraid of heights.', ask: 'Is the glass tower something for my wife?' },
  { say: "We don't eat pork.", ask: 'Is pork on the menu?' },
  { say: 'Our dog is called Bello.', ask: 'What is our dog called?' },
  { say: 'My passport is valid until May 2027.', ask: 'Until when is my passport valid?' },
  { say: 'I have an allergy to cats, so no flat with cats.', ask: 'Is a flat with cats fine?', isDeleted: true },
  { say: 'My doctor is Dr Weber in the Oak Street.', ask: 'Who is my doctor?', isDeleted: true },
  { say: 'My salary is 61,250 a year.', ask: 'What is my salary?', isDeleted: true },
  { say: 'My phone number is 0176 5550199.', ask: 'What is my phone number?', isDeleted: true },
  { say: 'I am diabetic and take insulin.', ask: 'What do I have to think of as a diabetic?', isDeleted: true },
  { say: '我们的宠物是一只乌龟。', ask: '我们的宠物是什么？' },
  { say: '我女儿对芒果过敏。', ask: '我女儿对什么过敏？' },
  { say: '以后都用表格列出结果。', ask: '秘鲁的首都在哪里？' },
  { say: '今后请用公制单位。', ask: '到火车站有多远？' },
  { say: '我的办公室是五号楼。', before: '我的办公室是三号楼。', ask: '我的办公室在哪里？' },
  { say: '我们的酒店是和平饭店。', before: '我们的酒店是国际饭店。', ask: '我们的酒店在哪里？' },
  { say: '项目的截止日期改为六月三十日。', before: '项目的截止日期是五月一日。', ask: '项目的截止日期是哪天？' },
  { say: '我儿子今年七岁。', before: '我儿子今年六岁。', ask: '我儿子几岁了？' },
  { say: '我不吃香菜。', ask: '香菜可以放吗？' },
  { say: '我妻子不能吃海鲜。', ask: '晚饭点一份虾怎么样？', isParaphrase: true },
  { say: '记住，仓库的密码是八八六六。', ask: '仓库的密码是多少？' },
  { say: '请叫我老王。', ask: '你好，在吗？' },
  { say: '我会说法语。', ask: '能跟巴黎的客户直接谈吗？', isParaphrase: true },
  { say: '我最喜欢的颜色是蓝色。', ask: '我最喜欢的颜色是什么？' },
  { say: '我们有两辆车。', ask: '我们有几辆车？' },
  { say: '我的护照明年三月到期。', ask: '我的护照什么时候到期？' },
  { say: '每次都先给出结论。', ask: '这份合同怎么样？' },
  { say: '我父亲患有高血压。', ask: '我父亲有什么病？' },
  { say: '我讨厌早起。', ask: '早起的航班可以吗？' },
  { say: '我们的航班是国航一八三一。', ask: '哪趟飞机要准点？', isParaphrase: true },
  { say: '我的工资是每月两万三千元。', ask: '我的工资是多少？', isDeleted: true },
  { say: '我的身份证号是三三零一零六。', ask: '我的身份证号是多少？', isDeleted: true },
  { say: '我患有哮喘。', ask: '哮喘要注意什么？', isDeleted: true },
  { say: '我家的地址是文三路九十九号。', ask: '我家的地址是什么？', isDeleted: true },
  { say: '我女儿叫小美，在二中读书。', ask: '我女儿叫什么？', isDeleted: true },
];

const fillers = [
  'What is the weather like in city {n}?',
  'Compare offers {n} and {m}, please.',
  'Thanks, that helps a lot.',
  'Write a short note about item {n}.',
  '请比较方案{n}和方案{m}。',
  '第{n}季度的销售额是多少？',
  '谢谢，继续吧。',
  'Could you sort the list by price and show entry {n}?',
  '帮我写一段关于产品{n}的介绍。',
  'If the order {n} is late, who tells the customer?',
];

/** What people say between the things that matter. */
export const filler = (n: number): string =>
  (fillers[n % fillers.length] ?? '').replace('{n}', String(n)).replace('{m}', String(n + 1));
