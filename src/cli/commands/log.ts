import type { Command } from '../command.ts';
import { readConfig } from '../config.ts';
import { parseOptions } from '../options/parse-options.ts';
import { oneRun, type StoredRun, storedRunHelp, storeHelp, storeOption } from '../options/stored-run.ts';
import { present } from '../present.ts';
import { readLog } from '../read-log.ts';
import { toPrintableJson } from '../terminal/printable.ts';
import { write } from '../terminal/write.ts';

/** Prints the entries of a run. */
export const log: Command<StoredRun> = {
  name: 'log',
  summary: ['log RUN', 'print its entries as JSON lines'],
  options: storeOption,
  takes: 'run',
  help: `Usage: troupe log RUN [--store F]

Prints the entries of a run, one JSON entry a line.
${storedRunHelp}

${storeHelp}
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, storeOption, 'log');
    return { run: oneRun(positionals, 'log', values.store), ...present({ store: values.store }) };
  },
  async run(options, { env, stdout, signal }) {
    for (const entry of await readLog(options.run, readConfig(env, options))) {
      if (signal.aborted) break;
      await write(stdout, `${toPrintableJson(entry)}\n`);
    }
    return 0;
  },
};
