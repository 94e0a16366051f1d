import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { personColumns } from './person-columns.ts';
import type { Role } from './roles.ts';
import type { Meaning } from './sense.ts';
import { isHan, keyOf, wordsOf } from './units.ts';

/** What a row can be called in both languages. */
const rowNames: readonly (readonly string[])[] =
  `booking reservation 预订 预定|order purchase 订单|ticket 工单|trip 行程|flight 航班|invoice 发票|visit 访问|session 会话|match game 比赛|exam 考试|
delivery 配送|payment 付款|transaction 交易|sale 销售记录|call 通话 来电|book 图书|movie film 电影 影片 片子|runner athlete participant 选手 参赛者|request 请求|user 用户|song 歌曲|house property 房屋|car vehicle 车辆|patient 病人 患者|project 项目|task 任务|event 活动|
member 会员|company 公司|store 门店|student 学生|player 球员|product 产品 商品|review 评论|complaint 投诉|accident 事故|order 订单|employee 员工|loan borrowing 借阅|expense payment purchase 支出 消费记录|issue ticket 问题|reservation booking|listing house property 房源|
appointment visit 预约 就诊|registration enrollment 报名|shipment delivery parcel 包裹 快递|rental hire 租赁|donation gift 捐款|claim 理赔|workout session 训练|recipe dish 菜谱 菜|job position 职位|repair fix breakdown 维修|lesson class 课`
    .split('|')
    .map((row) => row.trim().split(' '));

/** What is done with the rows anyway: "borrowed" says nothing of loans. */
const rowVerbs: Readonly<Record<string, string>> = {
  loan: 'borrow | borrowed | lend | lent | lent out | take out | taken out | took out | check out | checked out | loaned | issued | 借 | 借了 | 借过 | 借出 | 借阅 | 借走 | 借的',
  order:
    'place | placed | order | ordered | submitted | 下单 | 下了 | 送 | 送了 | 送过 | 送出 | 配送了 | 接 | 接了 | 跑了',
  ticket:
    'raise | raised | file | filed | submit | submitted | report | reported | come in | came in | logged | 提交 | 提交了 | 报告',
  repair:
    'break down | broke down | breaks down | broken down | repaired | fail | failed | fails | 维修 | 修 | 修了 | 坏了',
  booking: 'book | booked | reserve | reserved | make | made | 预订了 | 订了',
  visit: 'visit | visited | see | seen | saw | come | came | treat | treated | 看 | 看了 | 看病 | 来了',
  flight: 'fly | flown | operate | operated | operates | 飞 | 执飞',
  trip: 'make | made | take | took | taken | drive | drove | 开 | 跑了',
  movie: '拍 | 拍了 | 拍过 | 导演了 | 上映了',
  runner: 'finish | finished | run | ran | take part | took part | participate | participated | compete | competed',
  donation: 'raise | raised | donate | donated | give | gave | given | made | 捐 | 捐了',
  call: 'call | called | make | made | receive | received | answer | answered',
  exam: 'take | took | taken | write | wrote | written | sit | 考 | 考了',
  match: 'play | played',
  review: 'write | wrote | written | leave | left | give | gave | given',
  issue: 'raise | raised | file | filed | submit | submitted | report | reported | come in | came in',
  registration: 'register | registered | enroll | enrolled | sign up | signed up | 报名 | 报了',
  rental: 'rent | rented | hire | hired | 租 | 租了',
  shipment: 'send | sent | 寄 | 寄了',
  session: 'do | did | train | trained | 练 | 练了',
};

/** What is known of a table when its rows get their names. */
export interface RowNaming {
  readonly table: TableDescription;
  readonly roles: ReadonlyMap<string, Role>;
  readonly meanings: (word: string) => readonly Meaning[];
  readonly columnOf: (concept: string) => ColumnDescription | undefined;
  readonly add: (word: string, meaning: Meaning) => void;
}

/** The last word of a file's name that is no name of a row: a drive is one day with many donors. */
const noNouns =
  /^(?:data|table|file|export|list|report|log|history|overview|summary|register|diary|book|journal|statistic|stat|info|result|cafe|drive|exchange|market|shop|club|fair|party|project|programme|program|season|year|month|week|day|studio|office|team|department|company|school|library|survey|\d+)$/;
const listOf = (words: string) => words.split(' | ');
const dayWords = listOf('day | date | 天 | 日子 | 天数 | 多少天 | 几天 | 日');
const tradeWords = listOf(
  'order | transaction | purchase | sale | booking | deal | 订单 | 交易 | 笔订单 | 订单数 | 订单量 | 单量 | 单数 | 笔数 | 销售记录',
);
/** Who a row can be about, by what else the table has. */
const personWords: readonly (readonly [columns: readonly string[], words: readonly string[]])[] = [
  [
    ['salary', 'department', 'hired', 'office'],
    listOf('employee | staff | staff member | worker | colleague | head | headcount | 员工 | 员工数 | 职员'),
  ],
  [['goals', 'team', 'points', 'position'], listOf('player | athlete | 球员 | 选手')],
  [['score', 'grade', 'subject', 'classroom'], listOf('student | pupil | 学生')],
];

/** Names rows: by the file, by their number, by a date that is another one in each row, by who or what they are about. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each way to name rows is one line
export function addRowNames(naming: RowNaming): void {
  const { table, roles, meanings, columnOf, add } = naming;
  if (table.rowCount === 0) return;
  const name = (noun: string, column?: ColumnDescription) => {
    const isEach = !column || column.distinct >= table.rowCount - column.empty;
    const meaning: Meaning = { kind: 'rows', noun, ...(isEach || !column ? {} : { distinct: column.name }) };
    for (const word of [noun, ...(rowNames.find((group) => group.includes(noun)) ?? [])]) add(word, meaning);
  };
  for (const column of table.columns) for (const noun of nounsOf(column, naming)) name(noun, column);
  const has = (...concepts: readonly string[]) => concepts.some((concept) => columnOf(concept) !== undefined);
  const others = personColumns(table, roles);
  const person =
    ['employee', 'person', 'player', 'student'].flatMap((concept) => columnOf(concept) ?? [])[0] ??
    (others.length === 1 ? others[0] : undefined);
  if (person?.type === 'text') {
    for (const word of ['person', '人', '人数', '多少人', '几个人', '几人']) name(word, person);
    for (const [columns, words] of personWords) if (has(...columns)) for (const word of words) name(word, person);
  }
  const noun = wordsOf(table.name.replace(/\.[^.]*$/, ''))
    .map(({ plain }) => plain)
    .at(-1);
  const isColumn = table.columns.some(({ name: column }) => keyOf(column) === noun);
  const whole = table.name.replace(/\.[^.]*$/, '');
  if (isHan(whole) && whole.length <= 4 && !meanings(whole).some(({ kind }) => kind === 'column' || kind === 'measure'))
    for (const word of [whole, `${whole}记录`]) name(word);
  for (const word of ['人次', '次数', '总次数']) name(word);
  if (!person && has('age', 'gender'))
    for (const word of ['person', '人', '人数', '多少人', '几个人', '几人']) name(word);
  if (!person && columnOf('doctor'))
    for (const word of ['patient', '患者', '病人', '就诊', '挂号', '看病', '接诊', 'visit', 'appointment']) name(word);
  const isName = noun !== undefined && !noNouns.test(noun);
  if (isName && !isHan(noun) && !isColumn) name(noun);
  const ways = new Set(table.columns.flatMap(({ name: own }) => wordsOf(own).map(({ plain }) => plain)));
  if (
    ['line', 'route', 'stop', 'driver', 'vehicle', 'direction', 'scheduled'].filter((word) => ways.has(word)).length > 1
  )
    for (const word of ['trip', 'ride', 'run', 'journey', 'departure', 'tour'])
      if (meanings(word).length === 0) name(word);
  const hanNoun = rowNames.flat().filter((word) => isHan(word) && whole.endsWith(word));
  for (const word of hanNoun) if (meanings(word).length === 0) name(word);
  for (const word of ['单子', '单数', '总单数', '单据']) if (meanings(word).length === 0) name(word);
  // "fixed items": a thing is a row, unless it is asked which things there are.
  for (const word of ['item', 'object', 'article'])
    if (meanings(word).some(({ kind }) => kind === 'column')) name(word);
  const isFree = (word: string) => !meanings(word).some(({ kind }) => kind === 'rows');
  const nouns = rowNames.filter((group) => group.some((word) => meanings(word).some(({ kind }) => kind === 'rows')));
  for (const [first = ''] of nouns)
    for (const word of (rowVerbs[first] ?? '').split(' | ')) if (word && isFree(word)) add(word, { kind: 'noise' });
  const title = columnOf('title');
  if (title && (has('genre') || has('author')))
    for (const word of ['book', '书', '图书']) {
      add(word, { kind: 'column', column: title.name, role: 'label' });
      name(word);
    }
  const isTrade = ['revenue', 'units', 'price'].some((concept) => columnOf(concept)?.type === 'number');
  if (isTrade) for (const word of tradeWords.filter(isFree)) name(word);
  const isListed = !has('product') && has('price', 'stock') && meanings('item').length === 0;
  if (isListed) for (const word of ['item', 'product', 'article', '商品', '产品']) name(word);
  if (has('temperature', 'humidity', 'wind', 'rain', 'pressure'))
    for (const word of ['measurement', 'reading', 'sample', '测量', '次测量', '读数']) name(word);
  if (has('hired')) for (const word of ['hire', 'hiring', 'new hire']) name(word);
}

/** `order_id` numbers orders, and a date is a day. */
function nounsOf(column: ColumnDescription, { table, roles }: RowNaming): readonly string[] {
  const [noun, ending, ...more] = wordsOf(column.name).map(({ plain }) => plain);
  if (noun !== undefined && more.length === 0 && /^(?:id|no|nr|number|code)$/.test(ending ?? '')) return [noun];
  // A label that is another one in each row is what the row is called: ticket T-300.
  const isKey = roles.get(column.name) === 'label' && column.distinct === table.rowCount && table.rowCount > 4;
  if (noun !== undefined && ending === undefined && isKey && noun !== 'name' && !isHan(noun)) return [noun];
  const han = /^(.{1,4})(?:编号|号|id)$/i.exec(column.name)?.[1];
  if (han && isHan(han)) return [han];
  // Between two dates there are other days than there are rows.
  const isOnly = table.columns.filter(({ type }) => type === 'date').length === 1;
  return column.type === 'date' && isOnly ? dayWords : [];
}
