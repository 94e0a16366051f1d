import { z } from 'zod';
import type { Clock } from '../actors/clock.ts';
import { definitionProblem, functionSchema } from '../domain/schemas/config-problem.ts';
import { TroupeError } from '../errors.ts';
import type { Capability } from '../tools/tool.ts';

/** A server that is a process of ours: it starts with its tools and ends with them. */
export interface McpProcess {
  /** The program; it is started without a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables for it alone. Of ours it gets only what every program needs, such as PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** @default the working directory of this process */
  readonly cwd?: string;
}

/** A server behind an address, by streamable HTTP. */
export interface McpEndpoint {
  readonly url: string | URL;
  /** Sent with every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A tool as its server describes it. */
export interface McpToolCard {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** What the server says that the tool does. Nobody checks it. */
  readonly annotations?:
    | {
        readonly readOnlyHint?: boolean | undefined;
        readonly destructiveHint?: boolean | undefined;
        readonly idempotentHint?: boolean | undefined;
        readonly openWorldHint?: boolean | undefined;
      }
    | undefined;
}

export interface McpSettings {
  /** What messages call the server. @default what it calls itself */
  readonly name?: string;
  /** Stands before the name of each tool, such as `files_`. @default '' */
  readonly prefix?: string;
  /** Only these tools, by the server's names. @default all */
  readonly only?: readonly string[];
  /** All tools but these, by the server's names. @default none */
  readonly except?: readonly string[];
  /** Whether the server's annotations are believed: `readOnlyHint` then makes a tool one that reads. Without, nobody knows what a tool does, and a person is asked. @default false */
  readonly trust?: boolean;
  /** What a tool may do to the world, whatever its server says. Nothing leaves it to the annotations. */
  readonly capability?: (tool: McpToolCard) => Capability | undefined;
  /** How long one attempt to connect may take. @default 30 seconds */
  readonly connectMs?: number;
  /** How long one call may take; progress does not make it longer. @default 60 seconds */
  readonly callMs?: number;
  /** How often a call tries to get a lost server back before it fails. @default 3 */
  readonly attempts?: number;
  /** Gives up connecting for the first time when it aborts; later on `close` ends everything. */
  readonly signal?: AbortSignal;
  /** @default the system's clock */
  readonly clock?: Clock;
}

/** Where a server is, and what is taken from it. */
export type McpOptions = McpSettings & (McpProcess | McpEndpoint);

const texts = z.record(z.string(), z.string());
const names = z.array(z.string()).optional();
const ms = z.number().int().min(1).max(2_147_483_647).optional();

const settings = {
  name: z.string().min(1).optional(),
  prefix: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{0,32}$/, 'use at most 32 letters, digits, "_" or "-"')
    .optional(),
  only: names,
  except: names,
  trust: z.boolean().optional(),
  capability: functionSchema.optional(),
  connectMs: ms,
  callMs: ms,
  attempts: z.number().int().min(1).max(20).optional(),
  signal: z.instanceof(AbortSignal).optional(),
  clock: z.custom<Clock>((value) => typeof (value as Partial<Clock> | null)?.after === 'function').optional(),
} satisfies Record<keyof McpSettings, z.ZodType>;

const processSchema = z.strictObject({
  ...settings,
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  cwd: z.string().optional(),
} satisfies Record<keyof (McpSettings & McpProcess), z.ZodType>);

const endpointSchema = z.strictObject({
  ...settings,
  url: z.custom<string | URL>(isWebAddress, { error: 'pass an http or https address' }),
  headers: texts.optional(),
} satisfies Record<keyof (McpSettings & McpEndpoint), z.ZodType>);

function isWebAddress(value: unknown): boolean {
  const text = value instanceof URL ? value.href : value;
  return typeof text === 'string' && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** @throws TroupeError `bad-config` */
export function checkOptions(options: McpOptions): void {
  const [hasCommand, hasUrl] = ['command', 'url'].map((field) => Object.hasOwn(options ?? {}, field));
  const problem =
    hasCommand === hasUrl
      ? `give either command (a program to start) or url (an address), ${hasUrl ? 'not both' : 'there is neither'}`
      : definitionProblem(options, hasUrl ? endpointSchema : processSchema);
  if (problem) throw new TroupeError('bad-config', `mcpTools: ${problem}.`);
}
