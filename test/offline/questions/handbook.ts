import { no, type Question } from './raw.ts';

const found = (ask: Question['ask'], ...has: readonly string[]): Question => ({ ask, has });

/** A folder of documents, one of them in Chinese. */
export const handbook: readonly Question[] = [
  found('how long can customers return goods?', 'within 30 days'),
  found('When do I get my money back?', '5 working days'),
  found('can I get a refund for opened software?', 'Opened software is not refunded'),
  found('how long is the warranty?', 'two years'),
  found('what does express delivery cost?', '12.50 euros'),
  found('how much is standard shipping', '4.90 euros'),
  found('when is the office open?', '8 am to 6 pm'),
  found('how many vacation days do employees have?', '28 days'),
  found('what are the holidays per year', '28 days of vacation'),
  found('who do I tell when my laptop was stolen', 'extension 4400'),
  found('how long must a password be?', '14 characters'),
  found('where can I leave my bike?', 'basement'),
  found('do you ship to Switzerland?', 'Norway and Switzerland'),
  no('what is the maternity leave policy?', 'maternity'),
  no('who is the CEO?', 'CEO'),
  no('is there a gym in the office?', 'gym'),
  no('what does the phone plan cost?', 'phone'),
  found('出差的餐费补贴是多少', '80 元'),
  found('住宿标准是多少', '450 元'),
  found('发票要在多少天内提交？', '60 天'),
  found('谁审批超过2000元的费用', '部门经理和财务'),
  no('加班费怎么算', '加班'),
  no('年终奖什么时候发', '年终奖'),
];
