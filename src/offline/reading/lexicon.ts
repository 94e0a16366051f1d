import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { type Concept, concepts, isLevelName, valueNames } from './concepts.ts';
import { isHan, keyOf, toStem, unitsOf, wordsOf } from './units.ts';
import { type Comparator, type Cue, cues, type Direction } from './words.ts';

/** What a question is about: one column, or several multiplied. */
export interface Measure {
  readonly columns: readonly string[];
  readonly name: string;
  /** True for prices and the like, of which a sum says nothing. */
  readonly isRate: boolean;
}

/** How a column can be used in a question. */
export type Role = 'time' | 'flag' | 'measure' | 'label';

/** What a word can mean for one table. */
export type Meaning =
  | Cue
  | { readonly kind: 'measure'; readonly measure: Measure }
  | { readonly kind: 'column'; readonly column: string; readonly role: 'time' | 'flag' | 'label' }
  | { readonly kind: 'value'; readonly column: string; readonly values: readonly string[] }
  | { readonly kind: 'extreme'; readonly direction: Direction; readonly measure: Measure }
  | { readonly kind: 'comparative'; readonly op: Comparator; readonly measure: Measure }
  /** What a row is called here; where it has a column that is not one a row, its different values are counted. */
  | { readonly kind: 'rows'; readonly noun?: string; readonly distinct?: string }
  | { readonly kind: 'ambiguous'; readonly columns: readonly string[] };

/** What phrases mean for a table: the surest meaning first. */
export interface Lexicon {
  readonly table: TableDescription;
  readonly phrases: ReadonlyMap<string, readonly Meaning[]>;
  /** By the stems of their words: tried where a phrase itself means nothing. */
  readonly stems: ReadonlyMap<string, readonly Meaning[]>;
  /** The values that have a word. */
  readonly inValues: ReadonlyMap<
    string,
    readonly { readonly column: string; readonly value: string; readonly isLast: boolean }[]
  >;
  /** For the first word of phrases, of how many words the longest of them is. */
  readonly longest: ReadonlyMap<string, number>;
  readonly roles: ReadonlyMap<string, Role>;
}

const noTable: TableDescription = { name: '', rowCount: 0, columns: [], summary: '' };
// A memo: the same table always has the same phrases, and each is asked for many times.
const lexicons = new WeakMap<TableDescription, Lexicon>();

/** Every phrase that means something for a table. */
export function toLexicon(table: TableDescription = noTable): Lexicon {
  const known = lexicons.get(table);
  if (known) return known;
  const builder = new LexiconBuilder(table);
  const lexicon = builder.build();
  lexicons.set(table, lexicon);
  return lexicon;
}

const isWhole = (text: string) => /^\d{4}$/.test(text);

/** Years are time, codes are labels, yes and no are a flag; other numbers are measured. */
export function roleOf(column: ColumnDescription, rowCount: number, isFirst: boolean): Role {
  const words = wordsOf(column.name).map(({ plain }) => plain);
  const last = words.at(-1) ?? '';
  if (column.type === 'date') return 'time';
  if (column.type === 'number') {
    const { min, max } = column;
    const isYear = isWhole(String(min)) && isWhole(String(max)) && Number(min) >= 1800 && Number(max) <= 2100;
    if (isYear && (words.some((word) => /^(?:year|yr|season|annum)$/.test(word)) || /年/.test(column.name)))
      return 'time';
    const isCode =
      /^(?:id|no|nr|code|zip|zipcode|postcode|phone|key|uuid|isbn|sku)$/.test(last) ||
      /(?:编号|号码|代码|邮编|电话|序号|工号|单号|学号)$/.test(column.name);
    const isCounter = isFirst && rowCount >= 5 && column.distinct === rowCount && column.isWhole && isCounted(column);
    return isCode || isCounter ? 'label' : 'measure';
  }
  const values = column.values.map((value) => value.toLowerCase());
  return values.length > 0 && values.length <= 2 && values.every((value) => flagValues.has(value)) ? 'flag' : 'label';
}

/** 1, 2, 3, …: the number of a row measures nothing. */
const isCounted = ({ min, max, distinct }: ColumnDescription) =>
  typeof min === 'number' &&
  typeof max === 'number' &&
  max - min + 1 === distinct &&
  (min === 1 || min === 0 || min > 100);

const flagValues: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', 'y', 't', '是', '有', '已', '√'].map((word) => [word, true] as const),
  ...['no', 'false', 'n', 'f', '否', '无', '没有', '未'].map((word) => [word, false] as const),
]);

/** The value of a flag's column that says yes or no. */
export function flagValue({ values }: ColumnDescription, isTrue: boolean): string | undefined {
  return values.find((value) => flagValues.get(value.toLowerCase()) === isTrue);
}

const split = (list: string) => list.split('|').map((name) => name.trim());
/** Behind a name these add nothing: vacation_days is vacation. */
const plainEndings = new Set(
  'id name number no date day at on by total amount value count pct percent percentage mm cm km kg usd eur gbp cny rmb eu c f ms sec hour level score'.split(
    ' ',
  ),
);
const units = new Set(
  'mm cm km kg m g t ton usd eur gbp cny rmb c f ms pct percent percentage gwh mwh kwh hpa kmh kph mph litre liter l ml minute min hour hr h second sec euro dollar yuan mile metre meter kilometre kilometer gram kilogram'.split(
    ' ',
  ),
);

/** A name without what stands behind it in brackets: 产量(吨) is 产量. */
const bareName = (name: string): string => name.replace(/\s*[([（【].*$/u, '').trim() || name;

/** What a row can be called in both languages. */
const rowNames: readonly (readonly string[])[] =
  `booking reservation 预订 预定|order purchase 订单|ticket 工单|trip 行程|flight 航班|invoice 发票|visit 访问|session 会话|match game 比赛|exam 考试|
delivery 配送|payment 付款|transaction 交易|sale 销售记录|call 通话 来电|book 图书|movie film 电影|song 歌曲|house property 房屋|car vehicle 车辆|patient 病人 患者|project 项目|task 任务|event 活动|
member 会员|company 公司|store 门店|student 学生|player 球员|product 产品 商品|review 评论|complaint 投诉|accident 事故|order 订单|employee 员工`
    .split('|')
    .map((row) => row.trim().split(' '));

/** What these are of stands before them: the name of a customer is no name of a person who works there. */
const vagueNames = new Set(
  'name total amount goods item rep mode class grade mark page source person day date'.split(' '),
);

class LexiconBuilder {
  readonly #table: TableDescription;
  readonly #phrases = new Map<string, Meaning[]>();
  readonly #stems = new Map<string, Meaning[]>();
  readonly #inValues = new Map<string, { column: string; value: string; isLast: boolean }[]>();
  readonly #unclear = new Map<string, readonly string[]>();
  readonly #roles: Map<string, Role>;
  readonly #cueKeys = new Map(cues.map(([word, meaning]) => [keyOf(word), meaning]));

  constructor(table: TableDescription) {
    this.#table = table;
    this.#roles = new Map(table.columns.map((column, at) => [column.name, roleOf(column, table.rowCount, at === 0)]));
  }

  build(): Lexicon {
    const { columns } = this.#table;
    for (const column of columns) this.#add(column.name, this.#meaningOf(column));
    for (const column of columns)
      if (columns.filter(({ name }) => bareName(name) === bareName(column.name)).length === 1)
        this.#add(bareName(column.name), this.#meaningOf(column));
    for (const column of columns) this.#addValues(column);
    this.#addParts();
    for (const [name, concept] of Object.entries(concepts)) this.#addConcept(name, concept);
    for (const column of columns) this.#addAliases(column);
    this.#addRows();
    for (const [word, meaning] of cues) this.#add(word, meaning);
    // A part of several names means none of them, unless it means something else.
    for (const [key, names] of this.#unclear)
      if (!this.#phrases.has(key)) this.#add(key, { kind: 'ambiguous', columns: names });
    for (const column of columns) this.#addStems(column);
    for (const [key, all] of [...this.#phrases]) {
      // The verb of what each row is adds nothing: "booked" of bookings.
      const isRows = all.some((meaning) => meaning.kind === 'rows' && 'noun' in meaning && meaning.noun !== undefined);
      const stem = toStem(key);
      if (isRows && /^[a-z]+$/.test(key) && !this.#stems.has(stem)) this.#stems.set(stem, [{ kind: 'noise' }]);
    }
    const longest = new Map<string, number>();
    for (const key of [...this.#phrases.keys(), ...this.#stems.keys()]) {
      const words = key.split(' ');
      const first = words[0] ?? '';
      longest.set(first, Math.max(words.length, longest.get(first) ?? 0));
    }
    return {
      table: this.#table,
      phrases: this.#phrases,
      stems: this.#stems,
      inValues: this.#inValues,
      longest,
      roles: this.#roles,
    };
  }

  #add(phrase: string, meaning: Meaning): void {
    const key = keyOf(phrase) || phrase.trim();
    if (key === '') return;
    const known = this.#phrases.get(key);
    if (!known) this.#phrases.set(key, [meaning]);
    else if (!known.some((each) => isSame(each, meaning))) known.push(meaning);
  }

  #meaningOf(column: ColumnDescription, name?: string): Meaning {
    const role = this.#roles.get(column.name) ?? 'label';
    if (role !== 'measure') return { kind: 'column', column: column.name, role };
    const words = wordsOf(column.name).map(({ plain }) => plain);
    const isRate = isLevelName(words, bareName(column.name)) || column.isPercent || isFraction(column);
    return { kind: 'measure', measure: { columns: [column.name], name: name ?? column.name, isRate } };
  }

  #addValues(column: ColumnDescription): void {
    if (column.type !== 'text' || this.#roles.get(column.name) !== 'label') return;
    for (const value of column.values) {
      const words = wordsOf(value);
      if (words.length === 0 || words.length > 12) continue;
      const meaning: Meaning = { kind: 'value', column: column.name, values: [value] };
      this.#add(value, meaning);
      if (words.length < 2 || words.length > 6) continue;
      for (const [at, word] of words.entries()) {
        const isOdd = word.plain.length < 3 || /\d/.test(word.plain) || isHan(word.plain);
        if (isOdd) continue;
        const list = this.#inValues.get(word.plain) ?? [];
        list.push({ column: column.name, value, isLast: at === words.length - 1 });
        this.#inValues.set(word.plain, list);
      }
    }
  }

  /** Other names of values: 北区 is north. */
  #addAliases(column: ColumnDescription): void {
    if (column.type !== 'text' || this.#roles.get(column.name) !== 'label') return;
    for (const value of column.values) {
      const meaning: Meaning = { kind: 'value', column: column.name, values: [value] };
      const names = valueNames.find((group) => group.includes(value.toLowerCase())) ?? [];
      for (const other of names) this.#add(other, meaning);
      if (value.length === 1 && isHan(value)) this.#add(`${value}天`, meaning);
    }
  }

  /** Parts of names, where only one column has them: `city` is `customer.city`, `vacation` is `vacation_days`. */
  #addParts(): void {
    const found = new Map<string, ColumnDescription[]>();
    const note = (key: string, column: ColumnDescription) => found.set(key, [...(found.get(key) ?? []), column]);
    for (const column of this.#table.columns) {
      const words = wordsOf(column.name).map(({ plain }) => plain);
      for (let at = 1; at < words.length; at++) {
        const [head, tail] = [words.slice(0, at), words.slice(at)];
        note(tail.join(' '), column);
        if (tail.every((word) => plainEndings.has(word))) note(head.join(' '), column);
        if (units.has(tail.at(-1) ?? '') && at < words.length - 1) note(words.slice(0, -1).join(' '), column);
      }
      if (isHan(column.name) && column.name.length === 3 && /(?:名称|编号|日期)$/.test(column.name))
        note(keyOf(column.name.slice(0, -2)), column);
    }
    for (const [key, columns] of found) {
      if (units.has(key) || this.#phrases.has(key) || (this.#cueKeys.has(key) && key !== 'date')) continue;
      const [only, ...others] = [...new Set(columns)];
      const named = columns.find(({ name }) => /name$/i.test(name));
      const meant = others.length === 0 ? only : named;
      if (meant) this.#add(key, this.#meaningOf(meant));
      else
        this.#unclear.set(
          key,
          columns.map(({ name }) => name),
        );
    }
  }

  #addConcept(name: string, { names, says, most, least, more, less }: Concept): void {
    const all = split(names);
    const column = this.#columnOf(all);
    const meaning = column ? this.#meaningOf(column) : name === 'revenue' ? this.#product() : undefined;
    if (!meaning) return;
    const isProduct = meaning.kind === 'measure' && meaning.measure.columns.length > 1;
    for (const word of [...all, ...(says ? split(says) : [])]) {
      // "total" finds a column of that name; as a word it adds up.
      if (this.#cueKeys.get(keyOf(word))?.kind === 'aggregate' && keyOf(column?.name ?? '') !== keyOf(word)) continue;
      // What is made of two columns is called as it was asked for.
      const called: Meaning =
        isProduct && meaning.kind === 'measure'
          ? { ...meaning, measure: { ...meaning.measure, name: productName(word) } }
          : meaning;
      this.#add(word, called);
    }
    if (meaning.kind !== 'measure') return;
    const { measure } = meaning;
    for (const word of most ? split(most) : []) this.#add(word, { kind: 'extreme', direction: 'desc', measure });
    for (const word of least ? split(least) : []) this.#add(word, { kind: 'extreme', direction: 'asc', measure });
    for (const word of more ? split(more) : []) this.#add(word, { kind: 'comparative', op: '>', measure });
    for (const word of less ? split(less) : []) this.#add(word, { kind: 'comparative', op: '<', measure });
  }

  /** The column whose name is one of these, or ends with one, or has one in it; nothing where several are as near. */
  #columnOf(names: readonly string[]): ColumnDescription | undefined {
    const keys = names.map(keyOf);
    const { columns } = this.#table;
    for (const key of keys) {
      const same = columns.filter(({ name }) => keyOf(name) === key || keyOf(bareName(name)) === key);
      if (same[0] && same.length === 1) return same[0];
    }
    for (const key of keys) {
      const near = columns.filter(({ name }) => {
        const own = keyOf(bareName(name));
        const words = own.split(' ');
        while (
          words.length > 1 &&
          (units.has(words.at(-1) ?? '') || (plainEndings.has(words.at(-1) ?? '') && words.at(-1) !== 'name'))
        )
          words.pop();
        const bare = words.join(' ');
        const isLast = own.endsWith(` ${key}`) && !vagueNames.has(key);
        return bare === key || isLast || (isHan(key) && key.length > 2 && own.endsWith(key));
      });
      if (near[0] && near.length === 1) return near[0];
    }
    return undefined;
  }

  /** Revenue is units × price where both are columns and revenue itself is none. */
  #product(): Meaning | undefined {
    const [many, price] = ['units', 'price'].map((concept) => this.#columnOf(split(concepts[concept]?.names ?? '')));
    const isNumber = (column: ColumnDescription | undefined) => column?.type === 'number';
    if (!many || !price || !isNumber(many) || !isNumber(price) || many === price) return undefined;
    return { kind: 'measure', measure: { columns: [many.name, price.name], name: 'revenue', isRate: false } };
  }

  /** What a row is called: by the file, by its id, by a date that is another one in each row, by who or what it is about. */
  #addRows(): void {
    const { columns, name: file, rowCount } = this.#table;
    if (rowCount === 0) return;
    const has = (concept: string) => this.#columnOf(split(concepts[concept]?.names ?? ''));
    const rows = (noun: string, column?: ColumnDescription) => {
      const isEach = !column || column.distinct >= rowCount - column.empty;
      const meaning: Meaning = { kind: 'rows', noun, ...(isEach || !column ? {} : { distinct: column.name }) };
      for (const name of [noun, ...(rowNames.find((group) => group.includes(noun)) ?? [])]) this.#add(name, meaning);
    };
    for (const column of columns) {
      const words = wordsOf(column.name).map(({ plain }) => plain);
      const [noun] = words;
      if (words.length === 2 && noun && /^(?:id|no|nr|number|code)$/.test(words[1] ?? '')) rows(noun, column);
      const isNumbered =
        column.type === 'number' && this.#roles.get(column.name) === 'label' && column.distinct === rowCount;
      if (words.length === 1 && noun && isNumbered) rows(noun, column);
      const han = /^(.{1,4})(?:编号|号|id)$/i.exec(column.name)?.[1];
      if (han && isHan(han)) rows(han, column);
      if (column.type === 'date')
        for (const word of ['day', 'date', '天', '日子', '天数', '多少天', '几天', '日']) rows(word, column);
    }
    const stem = wordsOf(file.replace(/\.[^.]*$/, '')).map(({ plain }) => plain);
    const noun = stem.at(-1);
    const isName = noun !== undefined && !/^(?:data|table|file|export|list|report|log|\d+)$/.test(noun);
    const isColumn = this.#phrases.get(noun ?? '')?.some(({ kind }) => kind === 'column' || kind === 'measure');
    if (isName && !isHan(noun) && !isColumn) rows(noun);
    const person = ['employee', 'person', 'player', 'student'].flatMap((concept) => has(concept) ?? [])[0];
    if (person && person.type === 'text') {
      for (const word of 'employee | person | staff | staff member | worker | colleague | member | player | student | user | head | headcount | 员工 | 人 | 人数 | 员工数 | 多少人 | 几个人 | 几人 | 职员 | 学生 | 球员 | 成员'.split(
        ' | ',
      ))
        rows(word, person);
    }
    const isTrade = ['revenue', 'units', 'price'].some((concept) => has(concept)?.type === 'number');
    if (isTrade)
      for (const word of 'order | transaction | purchase | sale | booking | deal | 订单 | 交易 | 笔订单 | 订单数 | 单数 | 笔数 | 销售记录'.split(
        ' | ',
      ))
        if (!this.#phrases.get(keyOf(word))?.some(({ kind }) => kind === 'rows')) rows(word);
    const isListed =
      has('product') === undefined &&
      ['price', 'stock'].some((concept) => has(concept) !== undefined) &&
      !this.#phrases.has('item') &&
      !this.#phrases.get('item')?.length;
    if (isListed) for (const word of ['item', 'product', 'article', '商品', '产品']) rows(word);
    const isMeasured = ['temperature', 'humidity', 'wind', 'rain', 'pressure'].some(
      (concept) => has(concept) !== undefined,
    );
    for (const word of 'measurement | reading | sample | 测量 | 次测量 | 读数'.split(' | ')) if (isMeasured) rows(word);
    const hired = has('hired');
    if (hired) for (const word of ['hire', 'hiring', 'new hire']) rows(word);
  }

  #addStems(column: ColumnDescription): void {
    const meaning = this.#meaningOf(column);
    const noteAll = (text: string, of: Meaning) => {
      const key = wordsOf(text)
        .map(({ stem }) => stem)
        .join(' ');
      if (key === '' || isHan(key)) return;
      const known = this.#stems.get(key) ?? [];
      if (!known.some((each) => isSame(each, of))) this.#stems.set(key, [...known, of]);
    };
    noteAll(column.name, meaning);
    const han = /^是否(.+)$/.exec(column.name)?.[1];
    if (han) this.#add(han, meaning);
    const words = unitsOf(column.name);
    if (words.length > 1 && this.#roles.get(column.name) === 'flag') noteAll(words.at(-1)?.text ?? '', meaning);
    if (column.type === 'text' && this.#roles.get(column.name) === 'label' && column.distinct <= 50)
      for (const value of column.values)
        if (value.length > 4) noteAll(value, { kind: 'value', column: column.name, values: [value] });
  }
}

const productName = (word: string) =>
  /^(?:sales|sale|money|value|sold|spend|spent|spending|order value|order total|total|amount)$/.test(word)
    ? 'revenue'
    : word;

const isSame = (one: Meaning, other: Meaning) => JSON.stringify(one) === JSON.stringify(other);

/** Parts of one, such as a ratio: numbers between 0 and 1 that are not all whole. */
function isFraction({ min, max, isWhole }: ColumnDescription): boolean {
  return typeof min === 'number' && typeof max === 'number' && min >= 0 && max <= 1 && !isWhole;
}

/** Other ways to write a unit that names of columns have. */
const unitNames: readonly (readonly string[])[] = [
  'km kilometre kilometer 公里 千米',
  'm metre meter 米',
  'kg kilogram 公斤 千克',
  'g gram 克',
  'l litre liter 升',
  'minute min 分钟',
  'hour hr h 小时',
  'second sec s 秒',
  'mm 毫米',
  'cm 厘米',
  '$ dollar usd 美元',
  '€ euro eur 欧元',
  '¥ yuan cny rmb 元 块',
  't ton 吨',
  'year old 岁',
  'mwh',
  'gwh',
  'kwh',
  'hpa',
].map((row) => row.split(' '));

/** The only measure whose name has a unit in it: "over 300 km" is about `Distance km`. */
export function measureOfUnit({ table, roles }: Lexicon, unit: string): Measure | undefined {
  const names = unitNames.find((group) => group.includes(unit.toLowerCase())) ?? [unit.toLowerCase()];
  const found = table.columns.filter(({ name }) => {
    const words = wordsOf(name).map(({ plain }) => plain);
    return roles.get(name) === 'measure' && words.some((word) => names.includes(word));
  });
  const [only] = found;
  return only && found.length === 1
    ? {
        columns: [only.name],
        name: only.name,
        isRate: isLevelName(
          wordsOf(only.name).map(({ plain }) => plain),
          only.name,
        ),
      }
    : undefined;
}
