import {
  type Clock,
  createOrchestrator,
  defineSpecialist,
  defineTool,
  type Model,
  ModelError,
  type ModelRequest,
  type OrchestratorConfig,
  type Run,
  type Store,
} from 'troupe';
import type { Inspector } from 'troupe/inspect';
import { type Reply, reflection, thinking } from 'troupe/testing';
import { z } from 'zod';

type ScriptedStep = NonNullable<NonNullable<Parameters<typeof thinking>[0]>['steps']>[number];

/** Runs for pictures take seconds and look as if they took minutes: so many seconds of theirs pass in one. */
const speed = 12;
const begun = Date.now();
/** How long time has stood still, and since when it does. */
let [stood, since]: [number, number | undefined] = [0, undefined];

/** While something is done that is no part of a run, such as a picture, no time passes in it. */
export async function standingStill(work: () => Promise<void>): Promise<void> {
  since = Date.now();
  await work();
  stood += Date.now() - since;
  since = undefined;
}

/** A clock on which time passes faster than it does. */
const quickClock: Clock = {
  now: () => begun + ((since ?? Date.now()) - begun - stood) * speed,
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms / speed, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

const pass = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = quickClock.after(seconds * 1000, resolve);
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });

/** What a model does for one call: it keeps one waiting, then writes. */
interface Line {
  readonly waits: number;
  readonly writes: number;
  readonly tokens: number;
  readonly reply: Reply;
}

/** A model that answers from a plan of its own, in pieces and over time, as the ones behind a network do. */
function slowModel(lineFor: (request: ModelRequest) => Line): Model {
  return {
    name: 'sonnet-4.5',
    async call(request) {
      const { waits, writes, tokens, reply } = lineFor(request);
      await pass(waits, request.signal);
      if (reply instanceof ModelError) throw reply;
      const { text = '', toolCalls: calls = [] } = typeof reply === 'string' ? { text: reply } : reply;
      const pieces = text === '' ? [] : (text.match(/[\s\S]{1,40}/g) ?? []);
      for (const piece of pieces) {
        await pass(writes / pieces.length, request.signal);
        request.onDelta?.(piece);
      }
      const toolCalls = calls.map((call, number) => ({ id: `call-${number + 1}`, ...call }));
      for (const [index, { name, arguments: input }] of toolCalls.entries()) {
        request.onCallDelta?.({ index, name, text: input });
      }
      if (pieces.length === 0) await pass(writes, request.signal);
      return {
        text,
        toolCalls,
        finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
        usage: { modelCalls: 1, inputTokens: Math.round(tokens * 0.8), outputTokens: Math.round(tokens * 0.2) },
      };
    },
  };
}

const passages = [
  'Regulation (EU) 2024/1689, annex III, point 4: systems used for recruitment or selection are high-risk.',
  'Articles 9 to 15: risk management, data governance, technical documentation, records, human oversight.',
  'New York City Local Law 144: a bias audit within a year before use, published, and ten business days of notice.',
  'Colorado SB 24-205: reasonable care against algorithmic discrimination; notice before a decision.',
  'Impact assessment SWD(2021) 84, p. 64: 6,000 to 7,000 EUR for a high-risk system.',
];

const searchDocuments = defineTool({
  name: 'search_documents',
  description: 'Finds passages in the documents of this project.',
  capability: 'read',
  input: z.object({ query: z.string() }),
  async run({ query }, { signal }) {
    await pass(2.1, signal);
    return `For "${query}":\n${passages.map((text, place) => `${place + 1}. ${text}`).join('\n')}`;
  },
});

const legalDatabase = defineTool({
  name: 'legal_db_query',
  description: 'Asks a paid database of laws. Costs about $0.40 a query.',
  capability: 'network',
  input: z.object({
    query: z.string(),
    jurisdictions: z.array(z.string()),
    from: z.iso.date(),
    limit: z.number().int().min(1).max(500),
  }),
  async run({ jurisdictions }, { signal }) {
    await pass(2.2, signal);
    return `${jurisdictions.length} jurisdictions, 31 texts in force.`;
  },
});

const specialists = [
  defineSpecialist({
    name: 'researcher',
    description: 'finds rules and cases in documents and databases, and quotes them',
    tools: [searchDocuments, legalDatabase],
  }),
  defineSpecialist({
    name: 'analyst',
    description: 'compares and estimates',
    tools: [searchDocuments],
    check: ({ text }) => (text.startsWith('Roughly') ? 'Two figures have no source.' : true),
  }),
  defineSpecialist({ name: 'reviewer', description: 'checks citations', tools: [searchDocuments] }),
];

const step = (id: string, task: string, specialist: string, after: readonly string[] = []): ScriptedStep => ({
  id,
  task,
  specialist,
  after,
});

const firstSteps = [
  step('1', 'Collect the EU duties: high-risk duties of the AI Act for hiring, with articles', 'researcher'),
  step('2', 'Collect the US rules: federal law and three states', 'researcher'),
  step('3', 'Find recent cases: enforcement and court cases since 2023', 'researcher'),
  step('4', 'Put both side by side in one table: duty, who, when, proof, fine', 'analyst', ['1', '2']),
  step('5', 'Estimate the cost for a company of 40 people in both markets', 'analyst', ['3', '4']),
];

const results: Readonly<Record<string, string>> = {
  1: 'High-risk by annex III. Duties: risk management (art. 9), data (10), documentation (11), oversight (14).',
  2: 'No federal act. New York City: yearly bias audit, notice of ten business days. Illinois: consent for video. Colorado: reasonable care.',
  3: 'Three cases since 2023; the largest ended with 365,000 USD.',
  4: '| | EU | US |\n|---|---|---|\n| Proof | before launch | yearly audit (NY) |\n| Notice | always | 10 working days (NY) |\n| Fine | up to 15 m EUR | 500 to 1,500 USD a day |',
  5: 'About 6,000 to 7,000 EUR a system in the EU [SWD(2021) 84, p. 64]; in the US it depends on the states served.',
  6: 'Fourteen citations, two corrected.',
};

const answer = [
  'The EU asks for proof **before** the launch, the US **after** it and state by state.',
  results[4],
  'Compliance costs 6,000 to 7,000 EUR a system in the EU [SWD(2021) 84, p. 64]. In the US it depends on the states served.',
  '**What to do first.** Keep one technical file for the EU, publish the New York audit once a year, and tell candidates ten working days ahead.',
].join('\n\n');

/** How the work on a step goes: it searches once, then writes; step 2 asks the paid database as well. */
function work(id: string, found: number, isRepeated: boolean): Line {
  const { [id]: text = 'Done.' } = results;
  if (found === 0) {
    return { waits: 1.5, writes: 2.3, tokens: 3900, reply: { toolCalls: [call('search_documents', { query: id })] } };
  }
  if (id === '2' && found === 1) {
    const input = {
      query: 'automated employment decision tools: notice, bias audit, liability',
      jurisdictions: ['US federal', 'New York', 'Illinois', 'Colorado'],
      from: '2023-01-01',
      limit: 200,
    };
    const why =
      'State laws are not in the local documents. I need the current text of the New York, Illinois and Colorado rules.';
    return { waits: 0.8, writes: 1.6, tokens: 2100, reply: { text: why, toolCalls: [call('legal_db_query', input)] } };
  }
  // In the first round the estimate names no source and is refused.
  if (id === '5' && !isRepeated) {
    return { waits: 0.9, writes: 2.2, tokens: 1300, reply: 'Roughly 5,000 EUR here and 9,000 USD there.' };
  }
  return { waits: 1.2, writes: isRepeated ? 8 : 7.5, tokens: 4420, reply: text };
}

const call = (name: string, input: unknown) => ({ name, arguments: JSON.stringify(input) });

/** What a picture is taken of: a question about law, in two rounds; a person is asked about the paid database. */
export function startHiring(inspector: Inspector, config: Partial<OrchestratorConfig> & { store: Store }): Run {
  let judgements = 0;
  const model = slowModel(({ brief, messages }) => {
    if (brief.purpose === 'think') {
      const thought = 'Facts first, then money, then proof.';
      return { waits: 1.2, writes: 6, tokens: 4400, reply: thinking({ thought, steps: firstSteps }) };
    }
    if (brief.purpose === 'work') {
      const found = messages.filter(({ role }) => role === 'tool').length;
      return work(brief.step.id, found, judgements > 0);
    }
    if (brief.purpose === 'reflect' && judgements++ === 0) {
      const why = 'Two figures had no source. Use only figures found in a document and name the document.';
      const again = step('5', 'Estimate the cost again, with a source for every figure', 'analyst', ['3', '4']);
      const steps = [again, step('6', 'Check every citation', 'reviewer', ['4'])];
      const reply = reflection({ verdict: 'update', planUpdateSuggestion: why, steps });
      return { waits: 1.4, writes: 2.8, tokens: 6200, reply };
    }
    return { waits: 2, writes: 13, tokens: 9800, reply: reflection({ finalAnswer: answer }) };
  });
  const troupe = createOrchestrator({
    model,
    specialists,
    inspect: inspector,
    clock: quickClock,
    prices: { 'sonnet-4.5': { inputUsd: 3, outputUsd: 15 } },
    limits: { wallMs: 300_000, rounds: 3 },
    complexityThreshold: 0,
    ...config,
  });
  return troupe.start([{ role: 'user', content: 'How do EU and US rules differ for an AI hiring tool?' }]);
}

/** A run that fails: the endpoint of the model refuses the key. */
export function startFailing(inspector: Inspector, config: Partial<OrchestratorConfig> & { store: Store }): Run {
  const reply = new ModelError('auth', 'The key was refused: it is no longer valid.');
  const model = slowModel(() => ({ waits: 0.9, writes: 0, tokens: 0, reply }));
  const troupe = createOrchestrator({ model, specialists, inspect: inspector, clock: quickClock, ...config });
  return troupe.start([{ role: 'user', content: 'How do EU and US rules differ for an AI hiring tool?' }]);
}
