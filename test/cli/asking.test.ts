import { createOrchestrator, type RunResult } from 'troupe';
import { scriptedModel } from 'troupe/testing';
import { expect, it } from 'vitest';
import { follow } from '../../src/cli/follow.ts';
import { hostRun } from '../../src/cli/following/host-run.ts';
import { toReply } from '../../src/cli/reply.ts';
import { waitingText } from '../../src/cli/terminal/result-text.ts';
import { closed, mailing, mailPlan, mailStep, quick } from '../scenarios/asking-cast.ts';
import { newWorld } from './new-world.ts';

const config = { hasDesktop: false, colors: 'never', isRepaintable: false } as const;
const approval = { kind: 'approval', id: 'k', question: 'May I?' } as const;
const choice = { kind: 'choice', id: 'k', question: 'Which?', options: ['red', 'blue'] } as const;

it.each([
  [approval, 'y', { kind: 'approve', id: 'k' }],
  [approval, ' No ', { kind: 'refuse', id: 'k', text: '' }],
  [approval, 'not on a Sunday', { kind: 'refuse', id: 'k', text: 'not on a Sunday' }],
  [approval, '  ', undefined],
  [choice, '2', { kind: 'answer', id: 'k', text: 'blue' }],
  [choice, 'red', { kind: 'answer', id: 'k', text: 'red' }],
])('takes what is said to %j', (asked, line, reply) => expect(toReply(asked, line)).toEqual(reply));

function mailRun() {
  const { sent, mailer } = mailing();
  const model = scriptedModel([mailPlan('a', 'b', 'c'), ...['a', 'b', 'c'].flatMap(mailStep), closed]);
  const troupe = createOrchestrator({ ...quick, model, specialists: [mailer] });
  return { sent, run: troupe.start([{ role: 'user', content: 'write to all' }], { runId: 'r' }) };
}

it('shows each call with its arguments, and reads yes, no with the reason, and other arguments until they fit', async () => {
  const { sent, run } = mailRun();
  const { world, written, input } = newWorld({ isTerminal: false });
  const lines = ['y', 'not b', 'e', '{"to":7}', 'edit', '{"to":"carol"}'];
  const person = { read: async () => ({ type: 'message', text: lines.shift() ?? '' }) as const };
  const result = await follow(hostRun(run), { config, output: 'text', person }, world);
  input.close();
  expect(result).toMatchObject({ status: 'completed' });
  expect(sent).toEqual(['a', 'carol']);
  expect(written.stderr).toContain('Step b: Specialist "mailer" wants to call mail.\n  mail {"to":"b"}');
  expect(written.stderr).toContain('The edited arguments do not fit mail');
});

it('leaves a run waiting where nobody is, with the commands that answer it', async () => {
  const { run } = mailRun();
  const { world, input } = newWorld({ isTerminal: false });
  const result: RunResult = await follow(hostRun(run), { config, output: 'text' }, world);
  input.close();
  expect(result.status).toBe('waiting');
  const shown = waitingText(result, { store: 'runs.db' });
  expect(shown).toContain('Step a: Specialist "mailer" wants to call mail.');
  expect(shown).toContain('resume r --store runs.db --approve "sa#1/tool#1.1.1"');
  expect(shown).toContain('resume r --store runs.db --refuse "sc#1/tool#1.1.1" "why"');
});
