import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import type { ChatInput } from '../../src/cli/chat/chat-input.ts';
import { follow } from '../../src/cli/follow.ts';
import { hostRun } from '../../src/cli/following/host-run.ts';
import type { World } from '../../src/cli/world.ts';
import { newWorld } from './new-world.ts';

/** A turn whose question nobody answers in time. */
function unansweredTurn(world: World, input: ChatInput) {
  const model = scriptedModel([
    { purpose: 'think', reply: thinking({ question: 'Which year?' }) },
    { purpose: 'finalize', reply: 'For all years: 7.' },
  ]);
  const specialists = [defineSpecialist({ name: 'worker', description: 'does things' })];
  const troupe = createOrchestrator({ model, specialists, timeouts: { answerMs: 1 } });
  const run = troupe.start([{ role: 'user', content: 'figures' }]);
  const config = { hasDesktop: false, colors: 'never', isRepaintable: false } as const;
  const person = {
    read: (prompt: string, signal: AbortSignal) => input.read(prompt, signal),
    tooLate: () => Promise.reject(new Error('Nothing was said.')),
  };
  return follow(hostRun(run), { config, output: 'text', person, chat: { below: () => [], onDisplay() {} } }, world);
}

it.each([{ isTerminal: true }, { isTerminal: false }])(
  'continues to the answer when nobody answers its question in time: %j',
  async (options) => {
    const { world, input, written } = newWorld(options);
    expect(await unansweredTurn(world, input)).toMatchObject({ status: 'completed' });
    expect(written.stdout).toMatch(/^Which year\?\nFor all years: 7\.\n/);
    input.close();
  },
);
