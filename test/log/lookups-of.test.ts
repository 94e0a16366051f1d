import { expect, it, vi } from 'vitest';
import { type NewEntry, RunLog } from '../../src/log/run-log.ts';
import { lookupsOf } from '../../src/log/views.ts';

const at = '2026-11-16T00:00:00.000Z';

it('what the host has looked up is found without a walk through the log, and without what others used or what failed', () => {
  const log = new RunLog('run-1');
  const completed = (key: string, actor: string, output: object, kind = 'useTool') =>
    log.append({ type: 'effect.completed', actor, data: { key, kind, output } } as NewEntry, at); // as much of it as is read
  completed('t1/think#1', 'host', { toolCalls: [] }, 'think');
  completed('t1/look.1', 'host', { tool: 'look', text: 'one', isError: false, arguments: '{"at":1}' });
  completed('t1/look.2', 'host', { tool: 'look', text: 'Error: no', isError: true, arguments: '{}' });
  completed('sa#1/tool#1.1.1', 'host/step-a#1', { tool: 'look', text: 'of a step', isError: false });
  completed('t1.2/look.1', 'host', { tool: 'read_result', text: 'one', isError: false, arguments: '{}' });
  completed('t1.2/look.2', 'host', { tool: 'find', text: 'two', isError: false, arguments: '{}', data: 2 });
  // Every turn of every step asks for them: a walk each time would take ever longer.
  const walks = vi.spyOn(log, 'entries', 'get');
  expect(lookupsOf(log)).toEqual([
    { key: 't1/look.1', stepId: 'lookup-1', description: 'look {"at":1}', specialist: 'host', text: 'one', data: [] },
    { key: 't1.2/look.2', stepId: 'lookup-2', description: 'find {}', specialist: 'host', text: 'two', data: [2] },
  ]);
  expect(walks).not.toHaveBeenCalled();
});
