import type { FeedbackResult } from '../../src/domain/feedback.ts';
import type { Message } from '../../src/domain/message.ts';
import { collectResults } from '../../src/domain/results.ts';
import type { ThinkingResult } from '../../src/domain/thinking.ts';
import type { TaskPlan } from '../../src/plan/plan.ts';
import { planStep, toPlanMarkdown } from '../../src/plan/plan-markdown.ts';
import type { Brief } from '../../src/prompts/brief.ts';

/**
 * A brief for every purpose and every turn of it, with a text of its own in each place where somebody else than the project writes: users, models, tools, files.
 * What the application says (its instructions, its specialists) is `own`.
 */
export function briefsOf(language: string, text: () => string, own: string): Record<string, Brief> {
  const say = (role: Message['role']): Message => ({ role, content: text() });
  const output = (stepId: string) => ({ stepId, description: text(), specialist: 'reader', text: text(), data: [] });
  const step = { ...planStep({ id: '1', description: text(), assignedTo: 'reader' }), format: text() };
  const outline = { title: text(), strategy: text(), steps: [step] };
  const plan: TaskPlan = {
    ...outline,
    version: 1,
    content: toPlanMarkdown(outline),
    updateHistory: [],
    createdAt: '2026-11-16T00:00:00.000Z',
    updatedAt: '2026-11-16T00:00:00.000Z',
  };
  const thought: ThinkingResult = {
    thought: text(),
    complexity: 'complex',
    nextAction: 'create_plan',
    responseStrategy: 'planned',
    notDone: [],
    durationMs: 0,
    timestamp: '2026-11-16T00:00:00.000Z',
    metadata: {},
  };
  const feedback: FeedbackResult = {
    feedback: text(),
    shouldContinue: true,
    suggestedAction: 'update_plan',
    planUpdateSuggestion: text(),
    notDone: [],
    generatedAt: '2026-11-16T00:00:00.000Z',
    metadata: {},
  } as unknown as FeedbackResult; // what a judgement says beyond this, no prompt tells
  const context = { turnCount: 2, isFirstTurn: false, isContinuation: true } as never; // no prompt tells it
  const results = collectResults([
    { stepId: '1', specialistName: 'reader', status: 'failed', error: text(), durationMs: 1, retryCount: 0 } as never, // what a failed step leaves
  ]);
  const specialists = [{ name: 'reader', description: own, capabilities: [own], toolbox: [`look: ${own}`] }];
  const resources = [{ name: text(), kind: 'table', summary: text() }];
  const common = () => ({
    messages: [say('user'), say('assistant'), say('user')],
    language,
    date: '2026-11-16',
    instructions: own,
    knowledge: [text(), text()],
    remembered: [text(), text()],
    preferences: [text(), text()],
  });
  const exchange = () => [
    { ...say('assistant'), toolCalls: [{ id: 'c', name: 'look', arguments: '{}' }] },
    { ...say('tool'), toolCallId: 'c', name: 'look' },
  ];
  const lookups = [output('lookup-1'), output('lookup-2')];
  const think = (parts: object) =>
    ({
      ...common(),
      purpose: 'think',
      context,
      specialists,
      resources,
      mayAsk: true,
      planning: 'free',
      handsOver: false,
      hasTools: true,
      exchange: [],
      data: [],
      isLast: false,
      ...parts,
    }) as Brief; // the parts only choose between the turns
  const draft = (parts: object) =>
    ({
      ...common(),
      purpose: 'plan',
      context,
      thought,
      specialists,
      resources,
      maxSteps: 9,
      lookups,
      ...parts,
    }) as Brief; // the parts only choose between the turns
  const work = (parts: object) =>
    ({
      ...common(),
      purpose: 'work',
      step,
      specialist: { name: 'reader', description: own, capabilities: [] },
      systemPrompt: '',
      request: [say('user'), say('assistant'), say('user')],
      inputs: [output('2'), output('3')],
      lookups,
      hasTools: true,
      isLast: false,
      exchange: [],
      data: [],
      remarks: [],
      resources,
      ...parts,
    }) as Brief; // the parts only choose between the turns
  const reflect = (parts: object) =>
    ({
      ...common(),
      purpose: 'reflect',
      thought,
      plan,
      specialists,
      lookups,
      exchange: [],
      isLast: false,
      outputs: [output('1')],
      results,
      round: 1,
      maxRounds: 2,
      isStalled: false,
      ...parts,
    }) as Brief; // the parts only choose between the turns
  const finalize = (parts: object) =>
    ({
      ...common(),
      purpose: 'finalize',
      thought,
      lookups,
      plan,
      outputs: [output('1')],
      notDone: [],
      ...parts,
    }) as Brief; // the parts only choose between the turns
  const structure = (parts: object) =>
    ({
      ...common(),
      purpose: 'structure',
      answer: text(),
      shape: { name: 'total', schema: { type: 'object', properties: {} } },
      lookups,
      outputs: [output('1')],
      ...parts,
    }) as Brief; // the parts only choose between the turns
  const asked: ThinkingResult = { ...thought, responseStrategy: 'clarification', question: text() };
  return {
    think: think({}),
    'think, after look-ups': think({ exchange: exchange(), remark: text(), isLast: true, mayAsk: false }),
    'think, only to plan': think({ planning: 'must' }),
    'think, with another planner': think({ handsOver: true }),
    'think, without plans': think({ planning: 'no' }),
    answer: { ...common(), purpose: 'answer', context, thought: asked, resources, exchange: exchange(), data: [] },
    plan: draft({}),
    'plan, refused': draft({ refused: { draft: text(), problems: [text(), text()] } }),
    'plan, reviewed': draft({ review: { plan: text(), remark: text() } }),
    'plan, updated': draft({ previous: { plan, outputs: [output('1')], feedback } }),
    'plan, updated by a message': draft({ previous: { plan, outputs: [output('1')] } }),
    work: work({}),
    'work, again': work({ remarks: [text()], exchange: exchange(), isLast: true }),
    'work, without tools': work({ hasTools: false }),
    decide: { ...common(), purpose: 'decide', step, condition: text(), inputs: [output('2')], remark: text() },
    reflect: reflect({}),
    'reflect, in the last round': reflect({ round: 2, isStalled: true, remark: text(), exchange: exchange() }),
    finalize: finalize({ feedback, notDone: [{ what: text(), why: text() }], limit: 'limits.rounds' }),
    'finalize, unanswered': finalize({ unanswered: text() }),
    structure: structure({}),
    'structure, repaired': structure({ unfit: { text: text(), problem: text() } }),
  };
}
