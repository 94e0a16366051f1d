import { defineSpecialist, defineTool, type ModelRequest } from 'troupe';
import { estimateTokens } from 'troupe/conversation';
import { thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, stepsOf, textOf } from './moves.ts';
import { stage } from './scenario.ts';

const line = '订单四千七百一十一，里斯本，三月一日，已经交付给客户。\n';
const long = defineTool({
  name: 'long',
  description: 'Gives a long text.',
  capability: 'read',
  input: z.object({}),
  run: () => line.repeat(600),
});
const specialists = [defineSpecialist({ name: 'worker', description: 'reads long texts', tools: [long] })];
const two = { toolCalls: [call('long', {}), call('long', {})] };
const read = (result: string, from = 0) => ({ toolCalls: [call('read_result', { result, from })] });
const most = (calls: readonly ModelRequest[]) => Math.max(...calls.map((request) => estimateTokens(textOf(request))));

describe('however much tools give', () => {
  it('a specialist has no more of it in view than a window of 32,000 tokens holds, the latest whole', async () => {
    const { start, model } = stage(
      [
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }) }) },
        ...Array.from({ length: 5 }, () => ({ purpose: 'work', step: 'a', reply: two }) as const),
        { purpose: 'work', step: 'a', reply: 'read' },
      ],
      { specialists },
    );
    expect((await start().result).message.content).toBe('read');
    expect(most(model.calls)).toBeLessThan(32_000);
  });

  it('whoever closes reads results in full within that window', async () => {
    const { start, model } = stage(
      [
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [], b: [] }) }) },
        { purpose: 'work', step: 'a', reply: line.repeat(900) },
        { purpose: 'work', step: 'b', reply: line.repeat(900) },
        { purpose: 'reflect', reply: read('a') },
        { purpose: 'reflect', reply: read('b') },
        { purpose: 'reflect', reply: read('a', 10_000) },
        { purpose: 'reflect', reply: 'read' },
      ],
      { specialists },
    );
    expect((await start().result).message.content).toBe('read');
    expect(most(model.calls)).toBeLessThan(32_000);
  });

  it('a part that was read and cut says from where on it can be read', async () => {
    const { start } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [...two.toolCalls, ...two.toolCalls] } },
        { purpose: 'think', reply: read('lookup-1', 1000) },
        { purpose: 'think', reply: (request) => request.messages.at(-1)?.content ?? '' },
      ],
      { specialists },
    );
    const { message } = await start('请读一读').result;
    const [, from = ''] = /read_result\("lookup-1", from (\d+)\)\]$/.exec(message.content) ?? [];
    const shown = message.content.slice(0, message.content.lastIndexOf('\n'));
    expect(Number(from)).toBe(1000 + shown.length);
  });
});
