import {
  createOrchestrator,
  type Message,
  type OrchestratorConfig,
  type StepOutput,
  type ThinkingResult,
} from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';
import { RunLog } from '../../src/log/run-log.ts';
import { outputsOf, thoughtOf } from '../../src/log/views.ts';
import { type QueryResult, queryResultSchema } from '../../src/tools/tables/query-result.ts';

type Offline = Pick<OrchestratorConfig, 'model' | 'specialists'>;

/** The rules and the specialists for some files, to be used for many questions. */
export function openOffline(files: readonly string[]): Offline {
  return { model: offlineModel({ files }), specialists: shippedSpecialists({ files }) };
}

/** The same, with tables that give a wrong first figure as often as said. */
export function openSpoiled(files: readonly string[], times: number): Offline {
  let left = times;
  const specialists = shippedSpecialists({ files }).map((specialist) => ({
    ...specialist,
    tools: specialist.tools.map((tool) => ({
      ...tool,
      run: async (...call: Parameters<typeof tool.run>) => {
        const output = await tool.run(...call);
        const result = queryResultSchema.safeParse(output.data).data;
        if (!result || left === 0) return output;
        left--;
        return { ...output, data: JSON.parse(JSON.stringify({ ...result, rows: raised(result.rows, 1) })) };
      },
    })),
  }));
  return { model: offlineModel({ files }), specialists };
}

/** The rows with one more in a column of the first. */
export const raised = (rows: QueryResult['rows'], column: number) =>
  rows.map((row, index) =>
    row.map((cell, place) => (index === 0 && place === column && typeof cell === 'number' ? cell + 1 : cell)),
  );

/** A request from the first thought to the answer, through the charts and the real tools. */
export async function runOffline(
  question: string | readonly Message[],
  offline: Offline,
  settings: Partial<OrchestratorConfig> = {},
) {
  const messages = typeof question === 'string' ? [{ role: 'user' as const, content: question }] : question;
  const run = createOrchestrator({ ...offline, ...settings }).start(messages);
  const { plan, notDone, message, status } = await run.settled();
  run.cancel();
  const log = new RunLog(run.id, run.log);
  const effects = run.log.flatMap(({ type, data }) => (type === 'effect.started' ? [String(data.key)] : []));
  return {
    status,
    thought: thoughtOf(log) as ThinkingResult, // every request is thought about
    plan,
    outputs: outputsOf(log, plan?.steps.map((step) => step.id) ?? []) satisfies readonly StepOutput[],
    notDone,
    answer: message.content,
    effects,
  };
}
