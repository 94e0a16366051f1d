import { fileKind } from '../tools/file-kind.ts';
import { dataSpecialist } from './data-specialist.ts';
import { mathSpecialist } from './math-specialist.ts';
import { searchSpecialist } from './search-specialist.ts';
import type { Specialist } from './specialist.ts';
import { writerSpecialist } from './writer-specialist.ts';

/** The specialists that come with the package: math and writer always, data when there are tables, search when there are documents. */
export function shippedSpecialists({ files = [] }: { files?: readonly string[] } = {}): Specialist[] {
  const tables = files.filter((file) => fileKind(file) === 'table');
  const documents = files.filter((file) => fileKind(file) === 'document');
  return [
    ...(tables.length > 0 ? [dataSpecialist({ files: tables })] : []),
    ...(documents.length > 0 ? [searchSpecialist({ files: documents })] : []),
    mathSpecialist(),
    writerSpecialist(),
  ];
}
