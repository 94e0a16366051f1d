import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { onTestFailed, onTestFinished } from 'vitest';
import { root, temporaryFolder } from './run-cli.ts';

const prompt = 'READY>';

/** Each terminal of a process has a socket of its own. */
let opened = 0;

const execute = promisify(execFile);

/** A real terminal with a shell in it, as soon as the shell is ready. */
export async function openTerminal(columns: number, rows: number, env: Record<string, string>) {
  const socket = `troupe-${process.pid}-${opened++}`;
  const options = { cwd: root, env: { ...process.env, TMUX_TMPDIR: temporaryFolder() } };
  const tmux = async (...args: string[]) => (await execute('tmux', ['-L', socket, ...args], options)).stdout;
  // Without a history: a shell that is ended writes it late, into a folder that is being removed.
  const variables = Object.entries({ ...env, HISTFILE: '', NODE: process.execPath }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  const shell = `env -u CI -u NO_COLOR PS1='${prompt} ' bash --norc --noprofile`;
  await tmux('-f', '/dev/null', 'new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, ...variables, shell);
  onTestFinished(async () => void (await tmux('kill-server')));
  let shown = '';
  onTestFailed(() => console.error(`The screen was:\n${shown}`));
  /** The screen as soon as it is as expected; a terminal tells nobody when it changes, so it is read again and again. */
  const until = async (isThere: (screen: string) => boolean): Promise<string> => {
    for (;;) {
      shown = await tmux('capture-pane', '-p');
      if (isThere(shown)) return shown;
    }
  };
  await until((screen) => screen.includes(prompt));
  return {
    keys: (...keys: string[]) => tmux('send-keys', ...keys),
    /** Pastes as a person does, with the marks around it that the program has asked for. */
    async paste(text: string) {
      await tmux('set-buffer', text);
      await tmux('paste-buffer', '-p');
    },
    until,
    /** The screen with its colours. */
    colored: () => tmux('capture-pane', '-p', '-e'),
    isCursorShown: async () => (await tmux('display-message', '-p', '#{cursor_flag}')).trim() === '1',
  };
}
