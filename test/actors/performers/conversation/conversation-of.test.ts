import { describe, expect, it } from 'vitest';
import { conversationOf, languageOf } from '../../../../src/actors/performers/conversation/conversation-of.ts';
import type { Cast } from '../../../../src/actors/performers/performer.ts';
import type { Message } from '../../../../src/domain/message.ts';
import { RunLog } from '../../../../src/log/run-log.ts';

const at = new Date(0).toISOString();

/** A log that begins with a question, and a cast that counts how often a conversation is composed. */
function stage() {
  const composed: (readonly Message[])[] = [];
  const prepare = (messages: readonly Message[]) => {
    composed.push(messages);
    return [...messages];
  };
  const cast = { analyst: { prepare }, options: { session: {} } } as unknown as Cast; // all that is asked for
  const log = new RunLog('run');
  const messages = [{ role: 'user', content: 'Why?' }];
  log.append({ type: 'request.received', actor: 'host', data: { run: 'run', messages } } as never, at); // a request as the views read it
  return { log, cast, composed };
}

describe('the conversation of a run', () => {
  it('is composed once for all calls', () => {
    const { log, cast, composed } = stage();
    const first = conversationOf(log, cast);
    log.append({ type: 'effect.started', actor: 'host', data: { key: 'k' } } as never, at); // nothing was said
    expect(conversationOf(log, cast)).toBe(first);
    expect(composed.length).toBe(1);
  });

  it('is composed again when somebody said something', () => {
    const { log, cast, composed } = stage();
    conversationOf(log, cast);
    expect(languageOf(log)).toBe('en');
    log.append({ type: 'message.added', actor: 'host', data: { text: '为什么？' } } as never, at); // what the host writes
    expect(conversationOf(log, cast).messages.map(({ content }) => content)).toEqual(['Why?', '为什么？']);
    expect(languageOf(log)).toBe('zh');
    expect(composed.length).toBe(2);
  });

  it('cannot be changed by whoever is shown it', () => {
    const { log, cast } = stage();
    expect(() => (conversationOf(log, cast).messages as Message[]).pop()).toThrow(TypeError);
  });
});
