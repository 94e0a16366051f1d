import type { Price } from '../actors/performers/bill.ts';
import { TroupeError } from '../errors.ts';
import type { Model } from '../models/model.ts';
import type { PresetName } from '../models/openai/openai-presets.ts';
import type { Specialist } from '../specialists/specialist.ts';
import type { Config } from './config.ts';
import { findFiles } from './options/find-files.ts';

/** Who works on a question, and what it costs. */
export interface Cast {
  readonly model: Model;
  readonly specialists: readonly Specialist[];
  readonly prices?: Readonly<Record<string, Price>>;
}

/** The model behind the endpoint of the configuration, or the offline rules, with the specialists that come with the package. */
export async function chooseCast({ endpoint }: Config, paths: readonly string[], price?: Price): Promise<Cast> {
  const files = findFiles(paths);
  const { offlineModel, shippedSpecialists } = await import('../offline/index.ts');
  const specialists = shippedSpecialists({ files });
  if (!endpoint) return { model: offlineModel({ files }), specialists };
  const { openaiModel } = await loadOpenai();
  const model = openaiModel({ ...endpoint, preset: endpoint.preset as PresetName | undefined }); // it refuses any other name in words
  return { model, specialists, ...(price ? { prices: { [model.name]: price } } : {}) };
}

async function loadOpenai() {
  try {
    return await import('../models/openai/openai-model.ts');
  } catch (cause) {
    if (!isMissing(cause, 'openai')) throw cause;
    throw new TroupeError(
      'bad-config',
      'OPENAI_API_KEY, OPENAI_BASE_URL or TROUPE_PRESET is set, but the package "openai" is not installed. Run: npm install openai',
      { cause },
    );
  }
}

/** Whether an import failed because a package is not installed. */
export function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${name}'`)
  );
}
