import { toMermaid } from 'troupe/machines';
import { expect, it } from 'vitest';
import { codeBlocks, read } from '../../project/pages.ts';
import { pictured } from './pictured.ts';

it.each(Object.entries(pictured))('%s is drawn in docs/agents.md as it is', (heading, { machine }) => {
  const sections = read('docs/agents.md').split(/^## /m);
  const section = sections.find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const [drawn] = codeBlocks(section).filter(({ language }) => language === 'mermaid');
  expect(drawn?.code.trim()).toBe(toMermaid(machine).trim());
});
