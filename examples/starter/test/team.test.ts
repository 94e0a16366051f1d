import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replay } from 'troupe';
import { question, rehearsal } from '../src/rehearsal.ts';
import { createTeam } from '../src/team.ts';

test('the seller prices an order with the tool', async () => {
  const model = rehearsal();
  const run = createTeam(model).start([{ role: 'user', content: question }]);
  const { message, status, outcome } = await run.result;

  assert.deepEqual({ status, outcome }, { status: 'completed', outcome: 'answered' });
  assert.match(message.content, /total: 251\.50 €/); // 3 × 24.50 + 2 × 89.00
  model.assertUsedUp(); // every line of the script was needed, and no other call was made
  assert.equal(replay(run.log).equal, true); // the log alone gives the same run again
});
