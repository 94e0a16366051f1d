import { createOrchestrator, type Entry, type OrchestratorConfig, type Run, replay } from 'troupe';
import { stateProblems, toRunState } from 'troupe/log';
import { type ScriptedModel, type ScriptLine, scriptedModel } from 'troupe/testing';
import { expect, onTestFinished } from 'vitest';
import { Recording } from '../../src/actors/recording.ts';
import { parseEntry } from '../../src/log/entry.ts';
import { stepsAt } from '../../src/log/plan-fold.ts';
import { openPlayer } from '../../src/orchestrator/open-player.ts';
import { worker } from './worker.ts';

export { planText } from './plan-text.ts';
export { worker };

export const ask = (content: string) => [{ role: 'user', content }] as const;

/** An orchestrator on a script. When the test ends, the script has to be used up, and every run's log has to replay and to be sound at each entry. */
export function stage(lines: readonly ScriptLine[], config: Partial<OrchestratorConfig> = {}) {
  const model: ScriptedModel = scriptedModel(lines);
  const troupe = createOrchestrator({ model, specialists: [worker], retry: { baseMs: 1, maxMs: 2 }, ...config });
  const runs: Run[] = [];
  onTestFinished(() => {
    model.assertUsedUp();
    for (const run of runs) {
      expectReplay(run.log);
      expectSound(run.log);
    }
  });
  const start = (content = 'do it') => {
    const run = troupe.start(ask(content));
    runs.push(run);
    return run;
  };
  return { troupe, model, start };
}

export function expectReplay(log: readonly Entry[]): void {
  expect(replay(log)).toEqual({ equal: true, entries: log.length });
  // Whatever is written fits the table of entries, and is read as it was.
  const stored = log.map((entry) => parseEntry(JSON.stringify(entry), `entry ${entry.seq}`));
  expect(stored).toEqual(JSON.parse(JSON.stringify(log)));
  expect(replay(stored)).toEqual({ equal: true, entries: log.length });
  expectFold(log);
}

/** Whatever the board of the host changes is in the log: after each fact with its moves the fold has every step where the board has it. */
function expectFold(log: readonly Entry[]): void {
  const recording = new Recording(log);
  const player = openPlayer(recording);
  const effects = player.start();
  const compare = () => {
    // A person who edits the context can put anything there.
    if (effects.log.all('context.edited').some(({ data }) => /^(?:plan|board)\b/.test(data.path))) return;
    const { plan, board } = player.actor.getSnapshot().context;
    const standing = plan?.steps.map(({ id }, place) => `${id} ${board.status[place]}`) ?? [];
    const folded = stepsAt(effects.log.plan).map(({ id, status }) => `${id} ${status}`);
    expect(folded, `at entry ${effects.log.entries.length}`).toEqual(standing);
    expect(effects.log.plan.version).toBe(plan?.version ?? 0);
  };
  compare();
  for (const _ of recording.playing(effects)) compare();
  player.actor.stop();
}

function expectSound(log: readonly Entry[]): void {
  for (const { seq } of log) expect(stateProblems(toRunState(log.slice(0, seq))), `at entry ${seq}`).toEqual([]);
}

/** What somebody has in view who follows what the host says while it says it. */
export function followed(run: Run): () => string {
  let text = '';
  run.subscribe((event) => {
    if (event.type === 'delta' && event.actor === 'host') text = text.slice(0, event.at) + event.text;
  });
  return () => text;
}

export const types = (log: readonly Entry[]) => log.map((entry) => entry.type);
export const of = <Type extends Entry['type']>(log: readonly Entry[], type: Type) =>
  log.filter((entry): entry is Extract<Entry, { type: Type }> => entry.type === type);
/** Whether an entry is about a step, a question or a message. */
export const isAbout = ({ data }: Entry, id: string) => 'id' in data && data.id === id;
