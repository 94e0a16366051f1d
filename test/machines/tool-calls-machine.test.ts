import { expect, it } from 'vitest';
import { toolCallsMachine } from '../../src/machines/tool-calls-machine.ts';
import { drive } from './drive.ts';
import { lasting, settled, toolCallsInput } from './environments.ts';

it('calls all tools of a reply at once, each under a key of its own', () => {
  const tools = drive(toolCallsMachine, toolCallsInput);
  expect(tools.children).toEqual(['tool-1', 'tool-2']);
  expect(tools.inputOf('tool-2')).toMatchObject({ key: 't1/look.2', call: toolCallsInput.calls[1], timeoutMs: 1000 });
  expect(tools.inputOf('tool-2')).not.toHaveProperty('specialist');
});

it('ends when the last of them has answered, with those that gave something', () => {
  const tools = drive(toolCallsMachine, toolCallsInput);
  tools.done('tool-2', settled({ isError: false }, 2700));
  expect(tools.snapshot.status).toBe('active');
  tools.done('tool-1', settled({ isError: true }, 2600));
  expect(tools.snapshot.output).toEqual({ keys: ['t1/look.1', 't1/look.2'], succeeded: ['t1/look.2'], at: 2700 });
});

it('takes a tool that could not be called for one that gave nothing', () => {
  const tools = drive(toolCallsMachine, { ...toolCallsInput, calls: toolCallsInput.calls.slice(0, 1) });
  tools.failed('tool-1', lasting);
  expect(tools.snapshot.output).toMatchObject({ succeeded: [] });
});
