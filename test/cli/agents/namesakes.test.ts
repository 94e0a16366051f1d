import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgentRunner } from '../../../src/agents/index.ts';
import { replay } from '../../../src/cli/commands/replay.ts';
import { createRunner } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite-store.ts';
import { newStoreFile } from '../kept-run.ts';
import { root } from '../run-cli.ts';
import { agent, chart } from './namesakes.ts';
import { runCommand } from './run-command.ts';

describe('a chart and an agent of one name and version', () => {
  const stored = async () => {
    const file = newStoreFile();
    const store = sqliteStore(file);
    await createRunner({ charts: [chart], store })
      .start(chart, { id: 'of-chart' })
      .leave();
    await createAgentRunner({ agents: [agent], store }).invoke(agent, 'When?', { id: 'of-agent' });
    await store.close();
    return file;
  };

  it('are told apart when runs are replayed', async () => {
    const both = join(root, 'test/cli/agents/namesakes.ts');
    const { code, stdout } = await runCommand(replay, ['--all', '--store', await stored(), '--charts', both]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^2 runs, \d+ entries: all equal$/m)]);
  });

  it('are told apart when runs are continued', async () => {
    const store = sqliteStore(await stored());
    const charts = createRunner({ charts: [chart], store });
    const agents = createAgentRunner({ agents: [agent], store });
    await expect(charts.resume('of-agent')).rejects.toThrow('belongs to the agent clerk@1');
    expect(await charts.recover()).toMatchObject({ runs: [{ id: 'of-chart' }], parked: [] });
    expect(await agents.recover()).toMatchObject({ runs: [{ id: 'of-agent' }], parked: [] });
    await charts.close();
    await agents.close();
    await store.close();
  });
});
