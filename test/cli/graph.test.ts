import { hostMachine, plannerMachine, reflectorMachine, specialistMachine, toMermaid } from 'troupe/machines';
import { expect, it } from 'vitest';
import { graph } from '../../src/cli/graph.ts';
import { runCli } from './run-cli.ts';

it('prints the chart that is named', async () => {
  const { code, stdout, stderr } = await runCli(['graph', 'planner', '--mermaid']);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: toMermaid(plannerMachine), stderr: '' });
});

it('draws each chart in turn when none is named', () => {
  const all = [hostMachine, plannerMachine, specialistMachine, reflectorMachine];
  expect(graph()).toBe(all.map(toMermaid).join('\n'));
});

it('names the charts when there is none of that name', async () => {
  const { code, stdout, stderr } = await runCli(['graph', 'hots']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    'troupe: There is no chart "hots". Did you mean "host"? The charts are: host, planner, specialist, reflector.\n',
  );
});
