import type { Command } from '../command.ts';
import { packageVersion } from '../config.ts';
import { write } from '../terminal/write.ts';

/** Prints the version of the package. */
export const version: Command = {
  name: 'version',
  summary: ['version', 'print the version; --version does the same'],
  options: {},
  help: `Usage: troupe version

Prints the version.
`,
  parse: () => undefined,
  async run(_options, { stdout }) {
    await write(stdout, `${packageVersion()}\n`);
    return 0;
  },
};
