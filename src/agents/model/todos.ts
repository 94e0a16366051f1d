import { z } from 'zod';
import type { JsonValue } from '../../domain/json.ts';
import { clip } from '../../text/clip.ts';

/** The points of a plan that an agent makes for itself. */
export const todosSchema = z.array(
  z.object({ task: z.string().min(1), status: z.enum(['open', 'doing', 'done', 'dropped']) }),
);
export type Todo = z.infer<typeof todosSchema>[number];

/** Where the plan of an agent is kept in its session. */
export const todosName = (runPath: readonly string[]) => `todos:${runPath.join('/')}`;

const marks: Readonly<Record<Todo['status'], string>> = { open: '[ ]', doing: '[>]', done: '[x]', dropped: '[-]' };
const mostShown = 40;
const longest = 200;

/** A plan in words; nothing for what is none. Of a long one the points that are done make room first. */
export function todosText(value: JsonValue | undefined): string | undefined {
  const parsed = todosSchema.safeParse(value);
  if (!parsed.success || parsed.data.length === 0) return undefined;
  const isOver = ({ status }: Todo) => status === 'done' || status === 'dropped';
  const todos = parsed.data;
  const over = todos.filter(isOver);
  const hidden = new Set(todos.length > mostShown ? over.slice(0, todos.length - mostShown) : []);
  const left = todos.filter((todo) => !hidden.has(todo));
  const lines = left.slice(0, mostShown).map(({ task, status }) => `${marks[status]} ${clip(oneLine(task), longest)}`);
  const more = todos.length - lines.length;
  return ['Your plan now:', ...lines, ...(more > 0 ? [`(${more} more points)`] : [])].join('\n');
}

const oneLine = (text: string) => text.split(/\s+/).join(' ').trim();
