import {
  conversationMachine,
  deciderMachine,
  hostMachine,
  plannerMachine,
  reflectorMachine,
  specialistMachine,
  toMermaid,
  toolCallsMachine,
} from 'troupe/machines';
import { expect, it } from 'vitest';
import { chartSvg, chartText, graph } from '../../src/cli/commands/graph.ts';
import { runCli } from './run-cli.ts';

it('prints the chart that is named', async () => {
  const { code, stdout, stderr } = await runCli(['graph', 'planner', '--mermaid']);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: toMermaid(plannerMachine), stderr: '' });
});

it('draws each chart of a run in turn when none is named', () => {
  const all = [hostMachine, plannerMachine, deciderMachine, specialistMachine, reflectorMachine, toolCallsMachine];
  expect(chartText()).toBe(all.map(toMermaid).join('\n'));
});

it('names the charts when there is none of that name', async () => {
  const { code, stdout, stderr } = await runCli(['graph', 'hots']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    'troupe: There is no chart "hots". Did you mean "host"? The charts are: host, planner, decider, specialist, reflector, toolCalls, conversation.\n',
  );
});

it('draws the chart of a conversation when it is named', () => {
  expect(chartText('conversation')).toBe(toMermaid(conversationMachine));
});

it('prints a chart as an SVG picture', async () => {
  const { code, stdout, stderr } = await runCli(['graph', 'reflector', '--svg', '--dark']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(await chartSvg('reflector', { theme: 'dark', isMap: false }));
  expect(stdout).toMatch(/^<svg [^>]*role="img"[^>]*>\n<title>The chart of reflector<\/title>/);
});

it('draws a map of the host that fits on one screen, with its four rooms closed', async () => {
  const { code, stdout } = await runCli(['graph', 'host', '--svg', '--map']);
  expect(code).toBe(0);
  for (const room of ['understanding', 'planning', 'executing', 'answering']) expect(stdout).toContain(`>${room}<`);
  for (const state of ['makingPlan', 'runningSteps', 'replying']) expect(stdout).not.toContain(`>${state}<`);
  const heightOf = (svg: string) => Number(/^<svg [^>]*height="(\d+)"/.exec(svg)?.[1]);
  expect(heightOf(stdout)).toBeLessThan(heightOf(await chartSvg('host')) / 2);
});

it('draws the host when no picture is named', async () => {
  expect(await chartSvg()).toBe(await chartSvg('host', { theme: 'light', isMap: false }));
});

it.each(['host', 'planner', 'specialist', 'reflector', 'toolCalls', 'conversation'])(
  'has a picture of the %s',
  async (name) => {
    const [light, dark] = [await chartSvg(name), await chartSvg(name, { theme: 'dark', isMap: false })];
    expect(light).toContain(`<title>The chart of ${name}</title>`);
    expect(dark).not.toBe(light);
  },
);

it('names the charts when there is no picture of that name', async () => {
  await expect(chartSvg('hots')).rejects.toThrow('Did you mean "host"?');
});

it.each([
  [['--svg'], { svg: { theme: 'light', isMap: false } }],
  [['host', '--svg', '--map'], { chart: 'host', svg: { theme: 'light', isMap: true } }],
  [['planner', '--svg', '--dark'], { chart: 'planner', svg: { theme: 'dark', isMap: false } }],
])('understands %j', (argv, options) => expect(graph.parse(argv)).toEqual(options));

it.each([
  [['--svg', '--mermaid'], 'Give one of them.'],
  [['--dark'], '--dark goes with --svg'],
  [['host', '--map'], '--map goes with --svg'],
  [['--plan', 'ab', '--svg'], '--svg goes with a chart'],
])('refuses %j', (argv, problem) => expect(() => graph.parse(argv)).toThrow(problem));
