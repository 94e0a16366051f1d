/** What a step costs in plans of 10, 100 and 1,000 steps, as ratios in one run; and whether 10,000 steps finish. */
import { createOrchestrator, defineSpecialist, type Model } from 'troupe';

const worker = defineSpecialist({ name: 'worker', description: 'works', run: () => 'done' });

/** A plan in which each step needs up to two of the ten before it. */
const planOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const needs = [index - 7, index - 3].filter((need) => need >= 0 && index % 4 !== 0).map((need) => String(need + 1));
    return { id: String(index + 1), task: 'work', specialist: 'worker', after: needs };
  });

const modelOf = (steps: ReturnType<typeof planOf>): Model => {
  const plan = { id: 'plan-1', name: 'plan', arguments: JSON.stringify({ steps }) };
  const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  return {
    name: 'bench',
    isFree: true,
    call: async ({ brief }) =>
      brief.purpose === 'think'
        ? { text: '', toolCalls: [plan], finishReason: 'tool_calls', usage }
        : { text: 'ok', toolCalls: [], finishReason: 'stop', usage },
  };
};

async function perStepUs(count: number, runs: number): Promise<number> {
  const troupe = createOrchestrator({
    model: modelOf(planOf(count)),
    specialists: [worker],
    limits: { steps: 20_000 },
    concurrency: 64,
  });
  const began = performance.now();
  for (let run = 0; run < runs; run++) {
    const { plan } = await troupe.invoke([{ role: 'user', content: 'go' }]);
    if (!plan?.steps.every((step) => step.status === 'completed')) throw new Error('Not all steps were done.');
  }
  return ((performance.now() - began) * 1000) / runs / count;
}

await perStepUs(10, 100);
const rows: Record<number, number[]> = { 10: [], 100: [], 1000: [] };
for (let repetition = 0; repetition < 5; repetition++) {
  rows[10]?.push(await perStepUs(10, 50));
  rows[100]?.push(await perStepUs(100, 5));
  rows[1000]?.push(await perStepUs(1000, 1));
}
const median = (values: readonly number[] = []) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const base = median(rows[10]);
for (const [count, values] of Object.entries(rows)) {
  console.log(
    `${count} steps: ${median(values).toFixed(0)} us a step, ${(median(values) / base).toFixed(2)} times that of 10`,
  );
}
const whole = await perStepUs(10_000, 1);
console.log(`10000 steps: finished, ${whole.toFixed(0)} us a step, ${(whole / base).toFixed(2)} times that of 10`);
