import type { ColumnDescription, TableDescription } from '../../tools/tables/describe-columns.ts';
import { bareName } from './name-parts.ts';
import type { Role } from './roles.ts';
import { wordsOf } from './units.ts';

/** Words that end like those for who does something, and are none. */
const things =
  /^(?:number|order|quarter|weather|water|color|colour|floor|error|gender|sector|center|letter|paper|server|computer|printer|semester|character|transfer|power|layer|paper|router|folder|chapter|winter|summer|member tier|door|factor|motor|monitor|sensor|indoor|outdoor|flavor|tier|carrier|degree|fee|coffee|committee|tree|offer|answer|filter|counter|container|trigger|parameter|diameter|meter|liter|river|tower|corner|cover|supplier|vendor|manufacturer|provider|publisher|type|list|dist)$/;
const person = /(?:er|or|ee|ist)$/;
const hanPerson = /(?:者|员|师|人|手|姓名|客户|导演|司机|用户|顾客|学生|老板)$/u;

/** The columns of text that say who: those that are called after what somebody does, such as `donor` or `assignee`. */
export function personColumns({ columns }: TableDescription, roles: ReadonlyMap<string, Role>): ColumnDescription[] {
  return columns.filter(({ name, type }) => {
    if (type !== 'text' || roles.get(name) !== 'label') return false;
    const words = wordsOf(bareName(name)).map(({ plain }) => plain);
    const last = (words.at(-1) === 'name' && words.length > 1 ? words.at(-2) : words.at(-1)) ?? '';
    return hanPerson.test(bareName(name)) || (last.length > 3 && person.test(last) && !things.test(last));
  });
}
