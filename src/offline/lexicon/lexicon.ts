import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { columnOf } from './column-of.ts';
import { type Concept, concepts } from './concepts.ts';
import { isLevelName } from './levels.ts';
import { asWritten, bareName, type Pair, pairOf, plainEndings, productName } from './name-parts.ts';
import { partsOfNames } from './parts-of-names.ts';
import { productOf } from './product.ts';
import { flagValue, isFraction, type Role, roleOf } from './roles.ts';
import { addRowNames } from './row-names.ts';
import type { Lexicon, Meaning } from './sense.ts';
import { topicWords } from './topic-words.ts';
import { lastingOf, lastingWords } from './unit-names.ts';
import { isHan, keyOf, toStem, unitsOf, wordsOf } from './units.ts';
import { hanKinds, valueNames } from './value-names.ts';
import { cues } from './words.ts';

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

const split = (list: string) => list.split('|').map((name) => name.trim());
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
    this.#addLasting();
    for (const column of columns) this.#addAliases(column);
    addRowNames({
      table: this.#table,
      roles: this.#roles,
      meanings: (word) => this.#phrases.get(keyOf(word)) ?? [],
      columnOf: (concept) => columnOf(this.#table, split(concepts[concept]?.names ?? '')),
      add: (word, meaning) => this.#add(word, meaning),
    });
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
    const isKnown = (key: string) => this.#phrases.has(key) || this.#stems.has(key);
    for (const [word, meaning] of topicWords(this.#table, isKnown, (column) => this.#meaningOf(column)))
      this.#add(word, meaning);
    return {
      table: this.#table,
      phrases: this.#phrases,
      stems: this.#stems,
      inValues: this.#inValues,
      longest: this.#longest(),
      roles: this.#roles,
    };
  }

  /** For the first word of phrases, of how many words the longest of them is. */
  #longest(): Map<string, number> {
    const longest = new Map<string, number>();
    for (const key of [...this.#phrases.keys(), ...this.#stems.keys()]) {
      const words = key.split(' ');
      const first = words[0] ?? '';
      longest.set(first, Math.max(words.length, longest.get(first) ?? 0));
    }
    return longest;
  }

  #add(phrase: string, meaning: Meaning): void {
    // `SkyEuro` is asked for as it is written, too.
    for (const key of new Set([keyOf(phrase) || phrase.trim(), asWritten(phrase)])) {
      if (key === '') continue;
      const known = this.#phrases.get(key);
      if (!known) this.#phrases.set(key, [meaning]);
      else if (!known.some((each) => isSame(each, meaning))) known.push(meaning);
    }
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
      if (isHan(value) && value.length <= 6)
        for (const ending of hanKinds) if (!value.endsWith(ending)) this.#add(`${value}${ending}`, meaning);
    }
  }

  #addParts(): void {
    const isTaken = (key: string) => {
      const cue = this.#cueKeys.get(key)?.kind;
      return this.#phrases.has(key) || (cue !== undefined && key !== 'date' && cue !== 'amount-noun');
    };
    for (const [key, { meant, columns }] of partsOfNames(this.#table, isTaken)) {
      if (!meant) {
        this.#unclear.set(key, columns);
        continue;
      }
      this.#add(key, this.#meaningOf(meant));
      // "most downloaded" of `stats.downloads`.
      if (/^[a-z]{4,}$/.test(key) && this.#roles.get(meant.name) === 'measure' && !this.#stems.has(toStem(key)))
        this.#stems.set(toStem(key), [this.#meaningOf(meant)]);
    }
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
  #addConcept(name: string, { names, says, most, least, more, less, isLabel }: Concept): void {
    const all = split(names);
    const pair = pairOf(this.#table, all);
    if (pair) this.#addPair(pair, all, most, least);
    const column = pair ? undefined : columnOf(this.#table, all);
    const meaning = column ? this.#meaningOf(column) : name === 'revenue' ? productOf(this.#table) : undefined;
    if (!meaning || (isLabel && meaning.kind === 'measure')) return;
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

  /** What took longest, where only one column says how long something took. */
  #addLasting(): void {
    const lasting = lastingOf(this.#table, this.#roles);
    const meaning = lasting && this.#meaningOf(lasting);
    if (meaning?.kind === 'measure') for (const [word, own] of lastingWords(meaning.measure)) this.#add(word, own);
  }

  /** The hottest is of `temp_max` and the coldest of `temp_min`; a temperature can be either. */
  #addPair({ high, low }: Pair, names: readonly string[], most: string | undefined, least: string | undefined): void {
    for (const [words, direction, column] of [
      [most, 'desc', high],
      [least, 'asc', low],
    ] as const) {
      const meaning = this.#meaningOf(column);
      if (meaning.kind !== 'measure') continue;
      const own: Meaning = { kind: 'extreme', direction, measure: meaning.measure };
      for (const word of words ? split(words) : []) this.#add(word, own);
    }
    for (const name of names) this.#unclear.set(keyOf(name), [high.name, low.name]);
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
    const named = wordsOf(column.name).map(({ plain }) => plain);
    // "book" is no name of `booking_id`.
    const isNumber = /^(?:id|no|nr|number|code)$/.test(named.at(-1) ?? '');
    if (named.length > 1 && !isNumber && named.slice(1).every((word) => plainEndings.has(word)))
      noteAll(named[0] ?? '', meaning);
    const han = /^是否(.+)$/.exec(column.name)?.[1];
    if (han) this.#add(han, meaning);
    // 初诊 is not 复诊.
    const first = /^是否复(.)$/.exec(column.name)?.[1];
    const denied = first && flagValue(column, false);
    if (denied)
      for (const word of [`初${first}`, `首${first}`])
        this.#add(word, { kind: 'value', column: column.name, values: [denied] });
    const words = unitsOf(column.name);
    if (words.length > 1 && this.#roles.get(column.name) === 'flag') noteAll(words.at(-1)?.text ?? '', meaning);
    if (column.type === 'text' && this.#roles.get(column.name) === 'label' && column.distinct <= 50)
      for (const value of column.values)
        if (value.length > 3) noteAll(value, { kind: 'value', column: column.name, values: [value] });
  }
}

const isSame = (one: Meaning, other: Meaning) => JSON.stringify(one) === JSON.stringify(other);
