import { machineVersion } from '../actors/journal.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { type Cast, chooseCast } from './choose-cast.ts';
import { type Config, demo } from './config.ts';
import type { WorkOptions } from './options/work-options.ts';
import { checkFile } from './read-question.ts';

/** Who continues a stored run: every specialist it started with has to be there again. */
export async function storedCast(entries: readonly Entry[], work: WorkOptions, config: Config): Promise<Cast> {
  const [first] = entries;
  if (first?.type !== 'request.received') throw new TroupeError('bad-log', 'The log does not begin with a request.');
  const { messages, options, machine } = first.data;
  if (machine !== machineVersion) {
    throw new TroupeError(
      'bad-log',
      `Run ${first.run} was made by the charts ${machine}, but this version of Troupe has ${machineVersion}. Continue it with the version that made it, or read it with: troupe show ${first.run}`,
    );
  }
  work.files.forEach(checkFile);
  const isDemo = work.files.length === 0 && messages.at(-1)?.content === demo.question;
  const cast = await chooseCast(config, isDemo ? [demo.file] : work.files, work.price);
  const names = new Set(cast.specialists.map((specialist) => specialist.name));
  const missing = options.specialists.filter((card) => !names.has(card.name)).map((card) => card.name);
  if (missing.length > 0) {
    throw new TroupeError(
      'usage',
      `The run started with files for: ${missing.join(', ')}. Files are not kept in the log: name them again with --file F.`,
    );
  }
  if (options.limits.costUsd !== undefined && !cast.model.isFree && !work.price) {
    throw new TroupeError('usage', 'The run has a cost limit, so it needs the price of the model: --price IN,OUT');
  }
  return cast;
}
