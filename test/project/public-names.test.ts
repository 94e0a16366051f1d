import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

/** The values that each sub-path gives. A name more or less is a change for users: write it here and in CHANGELOG.md. */
const names: Readonly<Record<string, readonly string[]>> = {
  '.': [
    'ModelError',
    'TroupeError',
    'ask',
    'createConversationEngine',
    'createOrchestrator',
    'createRunner',
    'defineChart',
    'defineSpecialist',
    'defineTool',
    'effectKey',
    'failover',
    'memoryStore',
    'replay',
    'retain',
    'steeringTable',
    'systemClock',
  ],
  './plan': [
    'blockedSteps',
    'criticalPath',
    'parsePlanMarkdown',
    'planDiff',
    'planProblems',
    'planStep',
    'readySteps',
    'toPlanMarkdown',
    'toPlanMermaid',
  ],
  './conversation': [
    'analyzeConversation',
    'analyzeIntent',
    'compressHistory',
    'createConversationAnalyst',
    'estimateTokens',
    'filterHistory',
    'windowHistory',
  ],
  './log': [
    'cloneState',
    'collectResults',
    'compressState',
    'decompressState',
    'defineEntry',
    'defineView',
    'entryChain',
    'experienceOf',
    'experienceView',
    'findEntries',
    'kinds',
    'latestEntry',
    'on',
    'parseRunState',
    'serializeState',
    'stateProblems',
    'storedView',
    'summarizeState',
    'toMetrics',
    'toRunState',
    'typeOf',
    'views',
  ],
  './prompts': ['defaultPlanTemplate', 'defaultPrompts'],
  './memory': ['createMemory', 'deleteSources', 'extractMemories', 'modelExtractor', 'plainShelf'],
  './openai': ['openaiEmbedder', 'openaiModel'],
  './offline': [
    'dataSpecialist',
    'mathSpecialist',
    'offlineModel',
    'searchSpecialist',
    'shippedSpecialists',
    'writerSpecialist',
  ],
  './sqlite': ['sqliteShelf', 'sqliteStore'],
  './postgres': ['postgresShelf', 'postgresStore'],
  './mcp': ['mcpTools'],
  './react': ['useRun', 'useRunSelector'],
  './inspect': ['attachInspector', 'startInspector'],
  './agents': [
    'Stopped',
    'agent',
    'agentAsTool',
    'agentChart',
    'asSpecialist',
    'asTool',
    'branch',
    'createAgentRunner',
    'deepAgent',
    'defineAgent',
    'graph',
    'loop',
    'parallel',
    'planExecuteReplan',
    'planSchema',
    'rewriteHistory',
    'runOnce',
    'sequence',
    'sessionValue',
    'supervisor',
  ],
  './workspace': ['loadSkills', 'workspaceTools'],
  './machines': [
    'conversationMachine',
    'deciderMachine',
    'hostMachine',
    'plannerMachine',
    'questionMachine',
    'reflectorMachine',
    'specialistMachine',
    'toMermaid',
    'toolCallsMachine',
    'validStateTransitions',
  ],
  './testing': [
    'childDone',
    'childFailed',
    'edgesOf',
    'explore',
    'reflection',
    'sampleEntries',
    'scriptedModel',
    'shelfContract',
    'simulatedClock',
    'storeContract',
    'thinking',
  ],
};

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Manifest; // our own package.json
const paths = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [{ path, ...target }],
);
const sourceOf = (built: string) => built.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts');

describe('the public surface', () => {
  it('has a written list of names for every sub-path of package.json', () => {
    expect(paths.map(({ path }) => path).sort()).toEqual(Object.keys(names).sort());
  });

  it.each(paths)('gives exactly the written names at $path', async ({ path, default: built }) => {
    const source = fileURLToPath(new URL(sourceOf(built), root));
    expect(existsSync(source), `${path} leads to ${sourceOf(built)}, which does not exist`).toBe(true);
    const module: Record<string, unknown> = await import(source);
    expect(Object.keys(module).sort()).toEqual([...(names[path] ?? [])].sort());
  });

  it.each(paths)('has types beside the code at $path', ({ types, default: built }) => {
    expect(types).toBe(built.replace(/\.js$/, '.d.ts'));
  });
});
