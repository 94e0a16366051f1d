import { isRecord } from '../../domain/is-record.ts';
import type { ToolSpec } from '../model.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What every endpoint understands of JSON Schema beside types, properties, items and variants: the part that OpenAPI 3.0 has, too. */
const plainKeywords = new Set('description title required enum nullable minimum maximum minItems maxItems'.split(' '));

/** The parameters of a tool without the name of their dialect, which Gemini refuses and nobody needs. */
export function toolParameters({ parameters }: ToolSpec, form: 'whole' | 'plain'): Record<string, unknown> {
  const { $schema: _, ...rest } = parameters;
  return form === 'plain' ? toPlain(rest) : rest;
}

/** Leaves out what is refused somewhere; the tool itself checks all of it afterwards. */
function toPlain(schema: Schema): Record<string, unknown> {
  const { const: constant, oneOf, anyOf = oneOf, type, properties, items, ...rest } = schema;
  const types = [type].flat().filter((each) => each !== undefined);
  const variants = [anyOf].flat().filter(isRecord);
  const [named, chosen] = [types.filter(isNotNull), variants.filter((variant) => isNotNull(variant.type))];
  const isNullable = named.length < types.length || chosen.length < variants.length;
  const [only] = chosen;
  return {
    ...(only && chosen.length === 1 ? toPlain(only) : {}),
    ...(named.length > 0 ? { type: named[0] } : {}),
    ...(isNullable ? { nullable: true } : {}),
    ...Object.fromEntries(
      Object.entries(rest).filter(([keyword, value]) => plainKeywords.has(keyword) && !isNoBound(value)),
    ),
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(isRecord(properties) ? { properties: mapValues(properties) } : {}),
    ...(isRecord(items) ? { items: toPlain(items) } : {}),
    ...(chosen.length > 1 ? { anyOf: chosen.map(toPlain) } : {}),
  };
}

/** Zod bounds every whole number by what JavaScript can count. */
const isNoBound = (value: unknown) => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
const isNotNull = (type: unknown) => type !== 'null';

const mapValues = (properties: Schema) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isRecord(value) ? toPlain(value) : value]),
  );
