import type { ToolSpec } from '../../models/model.ts';
import { foreseen } from '../../tools/policy.ts';
import { type Tool, toToolSpec } from '../../tools/tool.ts';
import type { Cast } from './performer.ts';

/** The tools that a specialist may use here: one that is refused whatever it is called with is not there. */
export function toolsOf(cast: Cast, specialist: string): readonly Tool[] {
  const { tools = [] } = cast.specialists.find((each) => each.name === specialist) ?? {};
  return tools.filter((tool) => foreseen(cast.policy, tool, specialist) !== 'refuse');
}

/**
 * The tools that the host may use itself: of the specialists' tools those that only read, and no more than allowed. A name that stands for several
 * tools, such as those of two specialists with files of their own, is left to them: the host could reach only one.
 */
export function readTools({ specialists, options, policy }: Cast): readonly Tool[] {
  const tools = new Set(specialists.flatMap((each) => (each.run || each.stream ? [] : each.tools)));
  const byName = Map.groupBy(tools, ({ name }) => name);
  const own = [...tools].filter(
    (tool) =>
      tool.capability === 'read' &&
      byName.get(tool.name)?.length === 1 &&
      foreseen(policy, tool, undefined) !== 'refuse',
  );
  return own.slice(0, options.lookupTools);
}

/** With this argument the output of a tool is the result of the step. */
const mark = 'answer_with_this';

const propertiesOf = ({ parameters }: ToolSpec) =>
  typeof parameters.properties === 'object' && parameters.properties !== null
    ? (parameters.properties as Record<string, unknown>) // JSON Schema
    : undefined;

/** A tool as a specialist sees it: with the mark, where its arguments are an object. */
export function markedSpec(tool: Tool, description: string): ToolSpec {
  const spec = toToolSpec(tool);
  const properties = propertiesOf(spec);
  if (!properties || mark in properties) return spec;
  const marked = { ...properties, [mark]: { type: 'boolean', description } };
  return { ...spec, parameters: { ...spec.parameters, properties: marked } };
}

/** Whether the output of a call is to be the result, unless the tool has such an argument of its own. */
export function isMarked(input: Readonly<Record<string, unknown>>, tool: Tool | undefined): boolean {
  return tool !== undefined && !isOwn(tool) && (input[mark] === true || input[mark] === 'true');
}

/** The arguments that the tool itself takes. */
export function withoutMark(input: unknown, tool: Tool): unknown {
  if (typeof input !== 'object' || input === null || !(mark in input) || isOwn(tool)) return input;
  const { [mark]: _, ...own } = input;
  return own;
}

const isOwn = (tool: Tool) => mark in (propertiesOf(toToolSpec(tool)) ?? {});
