import { z } from 'zod';
import { TroupeError } from '../../errors.ts';
import { defineTool } from '../../tools/tool.ts';
import { todosName, todosSchema, todosText } from '../model/todos.ts';

/** The tool by which an agent keeps a plan for itself: the whole list each time, shown to it in every turn from then on. */
export const writeTodos = defineTool({
  name: 'write_todos',
  description:
    'Writes your plan: the whole list each time, with the status of each point. Use it for work of three steps or more, and whenever something is done or changes.',
  capability: 'read',
  input: z.object({ todos: todosSchema.max(200) }),
  run: ({ todos }, { session, runPath }) => {
    if (!session || !runPath) throw new TroupeError('usage', 'write_todos works in a run of an agent only.');
    session.set(todosName(runPath), todos);
    const done = todos.filter(({ status }) => status === 'done').length;
    return `The plan has ${todos.length} points, ${done} of them done.`;
  },
});

/** The plan that a session has from before. */
export const todosBefore = (session: { get(name: string): unknown }, runPath: readonly string[]): string =>
  todosText(session.get(todosName(runPath)) as never) ?? ''; // whatever is there is checked
