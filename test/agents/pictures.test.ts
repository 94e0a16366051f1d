import { toMermaid } from 'troupe/machines';
import { expect, it } from 'vitest';
import { functionAgentMachine } from '../../src/agents/function/function-agent-machine.ts';
import { graph } from '../../src/agents/index.ts';
import { codeBlocks, read } from '../project/pages.ts';

const review = graph({ name: 'review', description: 'Looks at a text, twice if it is long.' })
  .node('look', (text: string) => text)
  .node('lookAgain', (text: string) => text)
  .node('write', ({ look, lookAgain }: { look: string; lookAgain?: string }) => lookAgain ?? look)
  .edge('start', 'look')
  .branch('look', (text) => (text.length > 100 ? 'lookAgain' : []), ['lookAgain'])
  .join(['look', 'lookAgain?'], 'write')
  .edge('write', 'end')
  .build();

it.each([
  ['docs/agent-graphs.md', review.machine],
  ['docs/agents-and-orchestrators.md', functionAgentMachine({ standsBy: false })],
] as const)('the picture in %s is drawn from the machine', (page, machine) => {
  const pictures = codeBlocks(read(page)).filter(({ language }) => language === 'mermaid');
  expect(pictures.map(({ code }) => code.trim())).toEqual([toMermaid(machine).trim()]);
});
