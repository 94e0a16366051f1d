import { ownValue } from '../../domain/own-value.ts';
import { TroupeError } from '../../errors.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { Command } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { type DescribedCommand, describe } from '../completion/described.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { parseOptions } from '../options/parse-options.ts';
import { write } from '../terminal/write.ts';

interface CompletionOptions {
  readonly shell: string;
}

const scripts: Readonly<Record<string, (commands: readonly DescribedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};
const shells = Object.keys(scripts);

/** Prints what teaches a shell the commands. */
export function completionOf(groups: () => readonly (readonly Command[])[]): Command<CompletionOptions> {
  return {
    name: 'completion',
    summary: ['completion SHELL', 'print a script that completes commands in bash, zsh or fish'],
    options: {},
    takes: shells,
    help: `Usage: troupe completion ${shells.join('|')}

Prints a script for a shell, which completes commands, options, files, and the ids of runs in the store. Load it when the shell starts:

  bash   in ~/.bashrc: source <(troupe completion bash)
  zsh    in ~/.zshrc, after compinit: source <(troupe completion zsh)
  fish   once: troupe completion fish > ~/.config/fish/completions/troupe.fish
`,
    parse(args) {
      const { positionals } = parseOptions(args, {}, 'completion');
      const [shell, second] = positionals;
      if (shell !== undefined && second === undefined && ownValue(scripts, shell)) return { shell };
      const near = shell === undefined ? undefined : nearestName(shell, shells);
      const what =
        shell === undefined
          ? 'completion needs a shell.'
          : second === undefined
            ? `There is no completion for "${shell}".${near ? ` Did you mean "${near}"?` : ''}`
            : 'completion takes one shell.';
      throw new TroupeError('usage', `${what} Give one of: ${shells.join(', ')}.`);
    },
    async run({ shell }, { stdout }) {
      await write(stdout, ownValue(scripts, shell)?.(describe(groups().flat())) ?? '');
      return 0;
    },
  };
}
