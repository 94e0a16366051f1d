import { defineSpecialist, defineTool, type Specialist } from 'troupe';
import { type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { of, stage } from './scenario.ts';

/** A plan that cannot be run: its last step needs one that is not there. */
const refused = (specialist: string) =>
  `# Plan: mail\n\n- [ ] 1: send the mail\n  - specialist: ${specialist}\n- [ ] 2: tell of it\n  - specialist: ${specialist}\n  - after: 9\n`;

/** A tool that notes that it was used. */
function mailTool(capability: 'read' | 'write') {
  const sent: string[] = [];
  const tool = defineTool({
    name: 'send_mail',
    description: 'sends a mail',
    capability,
    input: z.object({}),
    run: () => {
      sent.push('a mail');
      return 'sent';
    },
  });
  return { tool, sent };
}

/** Three such drafts, and then the call that answers all the same. */
const threeDrafts = (specialist: string, purpose: 'answer' | 'reflect' = 'answer'): ScriptLine[] => [
  { purpose: 'think', reply: thinking() },
  ...Array.from({ length: 3 }, (): ScriptLine => ({ purpose: 'plan', reply: refused(specialist) })),
  { purpose, reply: 'no mail was sent' },
];

describe('a plan that is refused three times', () => {
  it('has sent no mail', async () => {
    const { tool, sent } = mailTool('write');
    const mailer = defineSpecialist({ name: 'mailer', description: 'sends mails', tools: [tool] });
    const { start } = stage(threeDrafts('mailer'), { specialists: [mailer], allow: ['write'] });
    const run = start();
    expect(await run.result).toMatchObject({ status: 'completed', notDone: [{ what: 'Planning' }] });
    expect(sent).toEqual([]);
    expect(of(run.log, 'step.started')).toEqual([]);
  });

  const own = { name: 'own', description: 'works in its own way' };
  it.each([
    ['a function', (work) => defineSpecialist({ ...own, run: work })],
    [
      'a function that streams',
      (work) =>
        defineSpecialist({
          ...own,
          stream: async function* () {
            yield work();
          },
        }),
    ],
    ['a last word on results', (work) => defineSpecialist({ ...own, processOutput: work })],
    ['a check of its own', (work) => defineSpecialist({ ...own, check: work })],
    [
      'messages of its own',
      (work) => defineSpecialist({ ...own, processInput: () => [{ role: 'user', content: work() }] }),
    ],
    [
      'a tool that writes, whatever it says',
      () => ({ ...defineSpecialist({ ...own, readsOnly: true }), tools: [mailTool('write').tool] }),
    ],
    ['a word that it does more than read', () => defineSpecialist({ ...own, readsOnly: false })],
  ] satisfies [string, (work: () => string) => Specialist][])(
    'has started nobody of whom is not known that they only read: one with %s',
    async (_, define) => {
      const done: string[] = [];
      const specialist = define(() => {
        done.push('something');
        return 'done';
      });
      const { start } = stage(threeDrafts('own'), { specialists: [specialist] });
      const run = start();
      expect((await run.result).notDone).toMatchObject([{ what: 'Planning' }]);
      expect(of(run.log, 'step.started')).toEqual([]);
      expect(done).toEqual([]);
    },
  );

  it('has started whoever has tools that all read, or says so', async () => {
    const { tool } = mailTool('read');
    const reader = defineSpecialist({ name: 'reader', description: 'reads mails', tools: [tool] });
    const work = { purpose: 'work', step: '1', reply: 'read' } as const;
    const { start } = stage([...threeDrafts('reader', 'reflect'), work], { specialists: [reader] });
    const run = start();
    await run.result;
    expect(of(run.log, 'step.started')).toMatchObject([{ data: { id: '1' } }]);
    const looking = defineSpecialist({ ...own, readsOnly: true, run: () => 'looked' });
    const looked = stage(threeDrafts('own', 'reflect'), { specialists: [looking] }).start();
    await looked.result;
    expect(of(looked.log, 'step.started')).toMatchObject([{ data: { id: '1' } }]);
  });
});

it('refuses a specialist that says it only reads and has a tool that writes', () => {
  const { tool } = mailTool('write');
  const both = { name: 'both', description: 'reads and writes', readsOnly: true, tools: [tool] };
  expect(() => defineSpecialist(both)).toThrow('its tool "send_mail" may write');
});
