import { TroupeError } from '../../errors.ts';
import type { Capability } from '../../tools/tool.ts';
import { present } from '../present.ts';
import type { ValuesOf } from './parse-options.ts';

/** The MCP servers whose tools may be used, and what tools may do beyond reading without a person's approval. */
export interface ServerOptions {
  /** Commands and addresses, as they were given. */
  readonly mcp?: readonly string[];
  readonly allow?: readonly Exclude<Capability, 'read'>[];
}

export const serverOptions = {
  mcp: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
} as const;

export function toServers({ mcp, allow }: ValuesOf<typeof serverOptions>): ServerOptions {
  mcp?.forEach(parseServer);
  return present({ mcp, allow: allow?.flatMap(parseAllowed) });
}

const allowed = ['write', 'network', 'exec'] as const;

function parseAllowed(text: string): Exclude<Capability, 'read'>[] {
  return text.split(',').map((word) => {
    const found = allowed.find((each) => each === word.trim());
    if (found) return found;
    throw new TroupeError(
      'usage',
      `--allow is "${text}". Give write, network or exec, or several: --allow write,network`,
    );
  });
}

/** An address, or a command with its arguments as a shell would split it; only quotes have a meaning. */
export function parseServer(text: string): { url: string } | { command: string; args: string[] } {
  if (/^https?:\/\//i.test(text.trim())) {
    const { href } = URL.parse(text.trim()) ?? {};
    if (href !== undefined) return { url: href };
    throw new TroupeError('usage', `--mcp is "${text}", which is not an address.`);
  }
  const [command = '', ...args] = splitCommand(text);
  if (command !== '') return { command, args };
  throw new TroupeError('usage', `--mcp is "${text}". Give a command or an address: --mcp "npx some-mcp-server ."`);
}

function splitCommand(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const sign of text) {
    if (sign === quote) quote = '';
    else if (quote === '' && /["']/.test(sign)) {
      quote = sign;
      word ??= '';
    } else if (quote === '' && /\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + sign;
  }
  if (quote !== '') throw new TroupeError('usage', `--mcp is ${JSON.stringify(text)}: a quote ${quote} is not closed.`);
  return word === undefined ? words : [...words, word];
}

export const serverHelp = `  --mcp S           use the tools of an MCP server: a command ("npx some-mcp-server .") or an http address; may be given again
  --allow A         what tools may do without asking, beyond reading: write, network, exec; several with commas`;
