import type { ModelRequest } from '../model.ts';

/** How a request is written, in each point on which endpoints do not agree. */
export interface Dialect {
  /** How a JSON value is asked for: by a schema, as any object with the schema in the prompt, or in the prompt alone. */
  readonly format: 'json_schema' | 'json_object' | 'prompt';
  /** Whether the prompt has the schema also where the endpoint is given it: some accept it and ignore it. */
  readonly schemaInPrompt: 'left out' | 'included';
  /** Calls of tools as the protocol has them, or as JSON in the text. */
  readonly tools: 'native' | 'written';
  /** How one tool is demanded: by its name, as the only one that is offered, or not at all. */
  readonly toolChoice: 'named' | 'required' | 'left out';
  /** The parameters of tools with all that JSON Schema has, or what every endpoint takes. */
  readonly toolSchemas: 'whole' | 'plain';
  /** Whether fields that the endpoint gave with its calls go back to it. */
  readonly providerFields: 'returned' | 'left out';
  /** Images and files as the protocol has them, or in words that say what is not shown. */
  readonly parts: 'shown' | 'described';
  /** Where the instructions stand: in a message of their own, or in the first message of the user. */
  readonly system: 'own' | 'in user';
  /** Whether a user may speak right after a result, or the assistant has a word in between. */
  readonly afterTool: 'direct' | 'bridged';
  /** The field that bounds an answer: OpenAI has renamed it, most others have not. */
  readonly outputField: 'max_completion_tokens' | 'max_tokens';
  /** Whether the endpoint is asked to count tokens while it streams. */
  readonly counting: 'asked' | 'left out';
  readonly delivery: 'streamed' | 'whole';
}

/** One such point. */
export type Feature = keyof Dialect;

/** What is tried first with an endpoint of which nothing is known. */
export const fullDialect: Dialect = {
  format: 'json_schema',
  schemaInPrompt: 'left out',
  tools: 'native',
  toolChoice: 'named',
  toolSchemas: 'whole',
  providerFields: 'returned',
  parts: 'shown',
  system: 'own',
  afterTool: 'direct',
  outputField: 'max_tokens',
  counting: 'asked',
  delivery: 'streamed',
};

/** Words with which endpoints say that they do not take something at all, and not that its value is wrong. */
const refusing =
  /not (?:yet |currently )?(?:support|enabled|allowed|permitted|implemented|available|recogni[sz]ed)|n't support|no longer support|unsupported|unrecogni[sz]ed|(?:unknown|unexpected) (?:name|keyword|argument|parameter|field|property|option)|extra (?:inputs?|fields?)|extra_forbidden|no endpoints found/i;

interface Point<F extends Feature> {
  /** In the order in which they are tried. */
  readonly forms: readonly Dialect[F][];
  /** Whether the request has it in this dialect. */
  isUsed(request: ModelRequest, dialect: Dialect): boolean;
  /** Whether the words of a refusal are about it. */
  isNamed(words: string): boolean;
}

const hasTools = ({ tools = [], messages }: ModelRequest) =>
  tools.length > 0 || messages.some(({ role, toolCalls }) => role === 'tool' || toolCalls);
const hasParts = ({ messages }: ModelRequest) => messages.some(({ parts = [] }) => parts.length > 0);
const isNative = (request: ModelRequest, { tools }: Dialect) => tools === 'native' && hasTools(request);

/** Whether a request wants a JSON value from the endpoint: with tools the schema goes into the prompt, since several servers drop the call when both are asked for. */
export const asksForJson = ({ schema, tools = [] }: ModelRequest): boolean =>
  schema !== undefined && tools.length === 0;

/** Where two points are named, the first one is changed first: so the more special ones come first. */
const points: { readonly [F in Feature]: Point<F> } = {
  counting: {
    forms: ['asked', 'left out'],
    isUsed: (_, { delivery }) => delivery === 'streamed',
    isNamed: (words) => /stream_options|include_usage/i.test(words),
  },
  delivery: {
    forms: ['streamed', 'whole'],
    isUsed: () => true,
    isNamed: (words) => /\bstream(?:ing)?\b/i.test(words) && refusing.test(words),
  },
  outputField: {
    // The first once more: either may be the one that an endpoint begins with.
    forms: ['max_completion_tokens', 'max_tokens', 'max_completion_tokens'],
    isUsed: ({ maxOutputTokens }) => maxOutputTokens !== undefined,
    isNamed: (words) => /max_(?:completion_)?tokens/i.test(words) && refusing.test(words),
  },
  toolSchemas: {
    forms: ['whole', 'plain'],
    isUsed: isNative,
    isNamed: (words) =>
      /function_declarations|function_parameters|invalid schema|schema for function|additionalProperties/i.test(words),
  },
  providerFields: {
    forms: ['returned', 'left out'],
    isUsed: (request, dialect) => isNative(request, dialect) && request.messages.some(hasProviderFields),
    isNamed: (words) =>
      /extra_content|reasoning_content|reasoning_details|provider_specific_fields/i.test(words) && refusing.test(words),
  },
  parts: {
    forms: ['shown', 'described'],
    isUsed: hasParts,
    isNamed: (words) =>
      !/unsupported image|image format|formats|invalid image|image data|download/i.test(words) &&
      ((/\b(?:image(?:s|_url)?|vision|multi-?modal|file(?:s|_data)?|media|content type)\b/i.test(words) &&
        refusing.test(words)) ||
        /unknown variant|(?:expected|valid|must be) (?:a |an? )?string|image_url is only/i.test(words)),
  },
  toolChoice: {
    forms: ['named', 'required', 'left out'],
    isUsed: (request, dialect) => isNative(request, dialect) && request.toolChoice !== undefined,
    isNamed: (words) => /tool[_ ]choice/i.test(words) && !/enable-auto-tool-choice/i.test(words),
  },
  afterTool: {
    forms: ['direct', 'bridged'],
    isUsed: (request, dialect) =>
      isNative(request, dialect) &&
      request.messages.some(
        ({ role, parts }, at) =>
          (role === 'user' && request.messages[at - 1]?.role === 'tool') ||
          (role === 'tool' && parts !== undefined && dialect.parts === 'shown'),
      ),
    isNamed: (words) => /role\W{1,4}user\W{1,4}after role\W{1,4}tool/i.test(words),
  },
  tools: {
    forms: ['native', 'written'],
    isUsed: (request) => hasTools(request),
    isNamed: (words) =>
      /enable-auto-tool-choice|--jinja/i.test(words) ||
      (/\b(?:tools?|functions?|function[_ -]call(?:s|ing)?)\b/i.test(words) && refusing.test(words)),
  },
  format: {
    forms: ['json_schema', 'json_object', 'prompt'],
    isUsed: asksForJson,
    isNamed: (words) => /response_format|json_schema|json_object|json mode|structured|grammar|guided/i.test(words),
  },
  schemaInPrompt: { forms: ['left out', 'included'], isUsed: asksForJson, isNamed: () => false },
  system: {
    forms: ['own', 'in user'],
    isUsed: () => true,
    isNamed: (words) =>
      /(?:system|developer)\W{1,3}(?:role|message|instruction|prompt)|role\W{1,4}(?:system|developer)/i.test(words) &&
      refusing.test(words),
  },
};

const hasProviderFields = ({ provider, toolCalls = [] }: ModelRequest['messages'][number]): boolean =>
  provider !== undefined || toolCalls.some((call) => call.provider !== undefined);

/** The points that matter for a request, in the order in which they are changed. */
export function featuresOf(request: ModelRequest, dialect: Dialect): Feature[] {
  return (Object.keys(points) as Feature[]) // the keys of the table are the features
    .filter((feature) => points[feature].isUsed(request, dialect));
}

/** A point that an endpoint has refused by name, and the dialect with the next form of it. */
export interface Step {
  readonly feature: Feature;
  readonly dialect: Dialect;
}

/** What to try after a refusal, by its words; nothing when they are about nothing that could be written otherwise. */
export function plainerByName(
  dialect: Dialect,
  { request, words, refused }: { request: ModelRequest; words: string; refused: ReadonlySet<string> },
): Step | undefined {
  for (const feature of featuresOf(request, dialect)) {
    const { forms, isNamed } = points[feature] as Point<Feature>; // each point knows its own forms
    const next = forms[forms.indexOf(dialect[feature]) + 1];
    if (next === undefined || refused.has(`${feature}: ${next}`) || !isNamed(words)) continue;
    return { feature, dialect: { ...dialect, [feature]: next } };
  }
  return undefined;
}

/** What to try when an endpoint does not say what it refuses: nothing beyond messages. Images stay: one that is broken must not vanish. Nothing when the request has no more than that already. */
export function plainest(dialect: Dialect, request: ModelRequest): Dialect | undefined {
  const plain: Dialect = {
    ...dialect,
    ...(asksForJson(request) ? { format: 'prompt' } : {}),
    ...(hasTools(request) ? { tools: 'written' } : {}),
  };
  if (plain.format === dialect.format && plain.tools === dialect.tools) return undefined;
  return { ...plain, counting: 'left out' };
}
