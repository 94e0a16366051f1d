import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, resolve } from 'node:path';
import type { Message } from '../../domain/message.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import type { RunSummary } from '../../stores/store.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { runsTable } from '../commands/runs.ts';
import { demo } from '../config.ts';
import { noteFiles } from '../files/note-files.ts';
import { shortIds } from '../find-run.ts';
import { findFiles } from '../options/find-files.ts';
import { toPrintable, toPrintableLine } from '../terminal/printable.ts';
import { toCount } from '../terminal/quantity.ts';

/** What a chat keeps from turn to turn. */
export interface ChatState {
  history: readonly Message[];
  /** What the runs of this conversation are grouped by. */
  session: string;
  /** Its runs, the oldest first. */
  readonly runs: RunSummary[];
  /** The files that this chat has written. */
  readonly saved: Set<string>;
  /** The files that are asked about; absent for agents, which bring theirs along. */
  files?: readonly string[];
}

const commands = ['help', 'file', 'new', 'history', 'save', 'runs', 'exit'] as const;

/** The commands at the prompt, a line each. */
export const slashHelp = `  /file F           add a file to ask about; /file demo adds a table that comes with the package
  /new              forget what was said so far
  /history          show what was said so far
  /save FILE        write what was said so far as JSON messages
  /runs             list the runs of this chat
  /help             show this list
  /exit             leave; Ctrl-D does the same`;

const help = `${slashHelp}
A line that ends with \\ continues in the next one. What you write while a turn is at work is added to it; once its
answer has begun, it becomes the next message.
Ctrl-C cancels the turn at work, or drops the line; twice on an empty line it leaves.`;

/** Whether a line is a command to the chat itself: a slash and a word. */
export const isChatCommand = (line: string) => /^\/[a-z]*(\s|$)/i.test(line);

/** Runs a command at the prompt: returns the text to show, or `exit`. */
export function runChatCommand(line: string, state: ChatState, columns: number): { readonly text: string } | 'exit' {
  const [, written = '', rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? [];
  const name = commands.find((each) => each === written.toLowerCase());
  switch (name) {
    case 'help':
      return { text: help };
    case 'exit':
      return 'exit';
    case 'file':
      return { text: addFile(rest.trim(), state) };
    case 'new': {
      state.history = [];
      state.session = crypto.randomUUID();
      return { text: 'Started a new conversation. The one before is forgotten.' };
    }
    case 'history':
      return { text: historyText(state.history) };
    case 'save':
      return { text: save(rest.trim(), state) };
    case 'runs':
      return { text: runsText(state.runs, columns) };
    case undefined: {
      const near = nearestName(written, commands);
      return {
        text: `There is no command /${toPrintableLine(written)}.${near ? ` Did you mean /${near}?` : ''} /help lists them.`,
      };
    }
  }
}

function historyText(history: readonly Message[]): string {
  if (history.length === 0) return 'Nothing has been said yet.';
  return history
    .map(({ role, content }) => {
      const indented = toPrintable(content).trimEnd().replaceAll('\n', '\n  ');
      return `${role === 'user' ? 'You' : 'Troupe'}:\n  ${indented}`;
    })
    .join('\n');
}

/** Adds a file for the turns that follow. */
function addFile(written: string, state: ChatState): string {
  if (state.files === undefined) return 'Agents bring what they work on along: /file is for chats without --agents.';
  const names = state.files.map((file) => toPrintableLine(basename(file)));
  if (written === '')
    return names.length === 0 ? 'Name a file: /file sales.csv' : `The files are: ${names.join(', ')}.`;
  const named = written.replace(/^(["'])(.*)\1$/, '$2').replace(/^~(?=\/)/, homedir());
  const file = named === 'demo' ? demo.file : named;
  const notes: string[] = [];
  try {
    findFiles([file]);
    noteFiles([file], (line) => notes.push(line));
  } catch (error) {
    if (!(error instanceof TroupeError)) throw error;
    return toPrintableLine(error.message.replace(/^--file /, ''));
  }
  if (!state.files.includes(file)) state.files = [...state.files, file];
  const [note] = notes;
  return toPrintableLine(note?.replace(/^--file /, '') ?? `Added ${basename(file)}. Ask about it.`);
}

/** Overwrites only files that this chat has written. */
function save(file: string, { history, saved }: ChatState): string {
  if (file === '') return 'Name a file: /save chat.json';
  const path = resolve(file);
  const shown = toPrintableLine(file);
  try {
    writeFileSync(path, `${JSON.stringify(history, null, 2)}\n`, { flag: saved.has(path) ? 'w' : 'wx' });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    return isTaken
      ? `${shown} already exists and was not overwritten. Choose another file.`
      : `${shown} could not be written: ${toPrintableLine(messageOf(error))}`;
  }
  saved.add(path);
  return `${toCount(history.length, 'message')} in ${shown}.`;
}

function runsText(runs: readonly RunSummary[], columns: number): string {
  if (runs.length === 0) return 'There have been no runs yet.';
  return runsTable(runs, shortIds(runs.map(({ run }) => run)), { columns, now: Date.now() }).join('\n');
}
