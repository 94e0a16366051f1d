import { type Command, commandNamed } from '../command.ts';
import { present } from '../present.ts';
import { write } from '../terminal/write.ts';

interface HelpOptions {
  /** The name of a command; absent: the list of all of them. */
  readonly about?: string;
}

/** The command that explains the others. */
export function helpOn(groups: () => readonly (readonly Command[])[]): Command<HelpOptions> {
  return {
    name: 'help',
    summary: ['help [command]', 'list the commands, or explain one; --help after a command does the same'],
    options: {},
    get takes() {
      return groups().flatMap((group) => group.map(({ name }) => name));
    },
    help: `Usage: troupe help [command]

Lists the commands, or explains one of them.
`,
    parse: ([about]) => present({ about: about && commandNamed(about, groups().flat()).name }),
    async run({ about }, { stdout }) {
      await write(stdout, about === undefined ? overview(groups()) : commandNamed(about, groups().flat()).help);
      return 0;
    },
  };
}

function overview(groups: readonly (readonly Command[])[]): string {
  const width = Math.max(...groups.flat().map(({ summary: [usage] }) => usage.length)) + 2;
  const lists = groups.map((group) =>
    group.map(({ summary: [usage, does] }) => `  ${usage.padEnd(width)}${does}\n`).join(''),
  );
  return `Usage: troupe <command>

${lists.join('\n')}
RUN is the beginning of a run's id. The store is --store F, or else the file that TROUPE_STORE names.

Start here, offline and without a key: troupe ask
`;
}
