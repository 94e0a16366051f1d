import type { JsonValue } from '../../domain/json.ts';
import { checkValue, type StandardSchema } from '../../domain/schemas/standard-schema.ts';
import { TroupeError } from '../../errors.ts';
import type { Structured } from '../../log/effect-outputs.ts';
import type { RunLog } from '../../log/run-log.ts';
import { lookupsOf, outputsOf, planOf } from '../../log/views.ts';
import type { ModelResponse } from '../../models/model.ts';
import { toOutputSchema, valuesIn } from '../../models/structured-output.ts';
import { callModel } from './call-model.ts';
import type { Performer } from './performer.ts';

/** Puts the answer into the shape that was asked for. A value that does not fit is no failure: the chart has it repaired, once. */
export const structure: Performer<'structure'> = async ({ answer, unfit }, performance) => {
  const { cast, log } = performance;
  const shape = log.latest('request.received')?.data.output;
  if (!shape) throw new TroupeError('bug', 'There is no shape to put the answer into.');
  const schema = toOutputSchema(shape);
  const topic = {
    purpose: 'structure',
    answer,
    shape,
    lookups: lookupsOf(log),
    outputs: outputsOf(log, planOf(log)?.steps.map((step) => step.id) ?? []),
    ...refusedIn(log, unfit),
  } as const;
  const response = await callModel(performance, topic, { schema });
  return { output: await checked(response, cast.outputSchema ?? schema.schema), usage: response.usage };
};

function refusedIn(log: RunLog, key: string | undefined) {
  const before = key === undefined ? undefined : log.output('structure', key);
  return before && !before.ok ? { unfit: { text: before.text, problem: before.problem } } : {};
}

/** The last value in a response that fits, as the log keeps it. */
async function checked(response: ModelResponse, schema: StandardSchema): Promise<Structured> {
  const { values, isCut } = valuesIn(response);
  let problem = isCut ? 'It ends in the middle of its JSON value.' : 'There is no closed JSON value in it.';
  for (const value of values.toReversed()) {
    const found = await checkValue(schema, value);
    if (found.ok) return { ok: true, value: toJson(found.value) };
    if (value === values.at(-1)) problem = found.problem;
  }
  return { ok: false, text: response.text, problem };
}

/** What a schema gives has to be in the log as it is, or whoever reads the run later would get something else. */
function toJson(value: unknown): JsonValue {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, each) {
    const given = this[key];
    const isOdd = typeof given === 'object' && given !== null && !Array.isArray(given) && !isPlain(given);
    if (isOdd || ['function', 'symbol', 'bigint'].includes(typeof given)) {
      const where = key === '' ? 'the value itself' : `"${key}"`;
      throw new TroupeError(
        'usage',
        `The outputSchema makes something of ${where} that is not JSON. Leave such a transformation out and do it with result.output.`,
      );
    }
    return each;
  });
  return JSON.parse(text ?? 'null') as JsonValue; // what JSON gives is one
}

const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value));
