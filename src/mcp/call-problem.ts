import { ProtocolError, SdkError, SdkHttpError } from '@modelcontextprotocol/client';
import { messageOf, TroupeError } from '../errors.ts';
import { lostCode } from './http-transport.ts';
import type { ServerTransport } from './server-transport.ts';

/** A call that the server has certainly not begun: it can be made once more on another connection. */
export class NotTaken extends TroupeError {}

/** What is known of a call that failed. */
export interface FailedCall {
  readonly cause: unknown;
  /** The tool by the server's name. */
  readonly tool: string;
  /** The server in messages. */
  readonly title: string;
  readonly transport: ServerTransport;
  readonly hide: (text: string) => string;
}

/** Why a call failed, in words, and whether its connection can still be used. */
export function callProblem(call: FailedCall): { readonly error: TroupeError; readonly isOver: boolean } {
  const { cause, tool, title, transport, hide } = call;
  const problem = (text: string) => new TroupeError('tool', text, { cause });
  if (cause instanceof TroupeError) return { error: cause, isOver: false };
  const reason = hide(reasonOf(cause));
  if (isNotTaken(cause)) {
    return { error: new NotTaken('tool', `The MCP server ${title} took no call: ${reason}`, { cause }), isOver: true };
  }
  const unknown = 'Whether it was done is not known. The next call connects again.';
  if (transport.ending !== undefined) {
    const said = `${lastWords(transport, hide)} ${unknown}`;
    return {
      error: problem(`The MCP server ${title} ${transport.ending} while ${tool} was running.${said}`),
      isOver: true,
    };
  }
  if (isLost(cause)) {
    const text = `The connection to the MCP server ${title} broke while ${tool} was running: ${reason} ${unknown}`;
    return { error: problem(text), isOver: true };
  }
  return { error: problem(`${tool} of the MCP server ${title} failed: ${reason}`), isOver: false };
}

/** What a server wrote beside the protocol, as a sentence after others. */
export const lastWords = ({ lastWords: said }: ServerTransport, hide: (text: string) => string): string =>
  said === '' ? '' : ` It last wrote: "${hide(said)}".`;

/** An error as a sentence, with what is behind it. */
export function reasonOf(error: unknown): string {
  const text = words(error).trimEnd();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function words(error: unknown): string {
  if (error instanceof SdkHttpError)
    return `it answered ${error.status}${error.statusText ? ` ${error.statusText}` : ''}`;
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error ? `${messageOf(error)} (${cause.message})` : messageOf(error);
}

/** The session is not known there any more, or nobody listens. Some servers say 400 where the protocol says 404. */
function isNotTaken(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status === 404 || error.status === 400;
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

function isLost(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === lostCode;
  return error instanceof SdkHttpError || !(error instanceof SdkError);
}
