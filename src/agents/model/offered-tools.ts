import type { ToolSpec } from '../../models/model.ts';
import { overlap } from '../../plan/best-specialist.ts';
import { foreseen, type Policy } from '../../tools/policy.ts';
import type { Tool } from '../../tools/tool.ts';
import { textTokens } from './fit-exchange.ts';

/** What an agent has to offer to its model. */
export interface ToolOffer {
  /** Every tool by its name, and what its description takes. */
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  /** With more tools than that they are searched for. */
  readonly shown: number;
  /** Those that are offered without being searched for. */
  readonly always: readonly string[];
  /** What the shape of its answer takes. */
  readonly besides: number;
}

/** The tool by which a model finds others, where there are too many to show them all. */
export const findToolsSpec: ToolSpec = {
  name: 'find_tools',
  description:
    'Finds tools by what they do. You have more tools than you see: what is found is there from your next turn on.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What you want to do, in a few words.' } },
    required: ['query'],
  },
};

/** So many tools are found at once. */
const mostFound = 8;
/** What fits less than so much of the best is not worth its tokens. */
const closeEnough = 0.6;

export const isSearched = ({ tools, shown }: ToolOffer): boolean => tools.length > shown;

/** The tools that a model is offered, when it has found or used some. */
export const offeredIn = (offer: ToolOffer, found: readonly string[]): ToolOffer['tools'] =>
  isSearched(offer)
    ? offer.tools.filter(({ name }) => offer.always.includes(name) || found.includes(name))
    : offer.tools;

export const specTokens = (spec: ToolSpec): number => textTokens(JSON.stringify(spec));

/** The names of the tools that are refused whatever they are called with: a model is not offered them. */
export const refusedTools = (tools: readonly Tool[], policy: Policy, agent: string): ReadonlySet<string> =>
  new Set(tools.filter((tool) => foreseen(policy, tool, agent) === 'refuse').map(({ name }) => name));

/** The tools whose names and descriptions fit a query best. */
export function findTools(specs: readonly ToolSpec[], query: string): readonly ToolSpec[] {
  const about = ({ name, description }: ToolSpec) => `${name.replace(/[_-]/g, ' ')} ${name} ${description}`;
  const scored = specs.map((spec) => ({ spec, score: overlap(query, about(spec)) }));
  const least = Math.max(...scored.map(({ score }) => score)) * closeEnough;
  return scored
    .filter(({ score }) => score > 0 && score >= least)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostFound)
    .map(({ spec }) => spec);
}

/** What a search of tools says to the model. */
export const foundText = (found: readonly ToolSpec[], all: number): string =>
  found.length === 0
    ? `None of the ${all} tools fits. Try other words.`
    : found.map(({ name, description }) => `- ${name}: ${description}`).join('\n');
