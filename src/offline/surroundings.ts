import type { SpecialistCard } from '../domain/specialist-card.ts';
import { messageOf } from '../errors.ts';
import { createDocuments, type Documents } from '../tools/documents/documents.ts';
import { fileKind } from '../tools/file-kind.ts';
import type { TableDescription } from '../tools/tables/describe-columns.ts';
import type { TableQueryInput } from '../tools/tables/table-query.ts';
import { createTables } from '../tools/tables/tables.ts';

/** What there is to work with when a request is read. */
export interface Surroundings {
  readonly tables: readonly TableDescription[];
  /** Files that cannot be read, with the reason. */
  readonly broken: readonly { readonly name: string; readonly why: string }[];
  readonly documents: Documents;
  /** Who may be given a step; empty when anyone may. */
  readonly specialists: readonly SpecialistCard[];
  /** For the file and the text of a refused clause, a question that has an answer. */
  readonly examples?: ReadonlyMap<string, string>;
  /** Whether queries to one table give any row. */
  readonly tryOut?: (queries: readonly TableQueryInput[], signal: AbortSignal) => Promise<boolean>;
}

/** Looks at the files: the columns of the tables, the names of the documents. */
export function surroundingsOf(files: readonly string[]) {
  const tables = createTables({ files: files.filter((file) => fileKind(file) === 'table') });
  const documents = createDocuments({ files: files.filter((file) => fileKind(file) === 'document') });
  return async (specialists: readonly SpecialistCard[], signal: AbortSignal): Promise<Surroundings> => {
    const looks = await Promise.all(
      tables.names.map((name) =>
        tables.describe(name, signal).then(
          (table) => ({ table }),
          (error: unknown) => ({ name, why: messageOf(error) }),
        ),
      ),
    );
    return {
      tables: looks.flatMap((look) => ('table' in look ? [look.table] : [])),
      broken: looks.flatMap((look) => ('why' in look ? [look] : [])),
      documents,
      specialists,
      tryOut: async (queries, stop) => {
        for (const query of queries) {
          const isAnswered = await tables.query(query, stop).then(
            ({ rows }) => rows.length > 0,
            () => false,
          );
          if (!isAnswered) return false;
        }
        return queries.length > 0;
      },
    };
  };
}

/** The name of a file that a text mentions, and the text without it. */
export function takeFileName(text: string, around: Surroundings): { text: string; file?: string } {
  const known = [
    ...around.tables.map((table) => table.name),
    ...around.broken.map((file) => file.name),
    ...around.documents.names,
  ];
  const mention = known
    .toSorted((a, b) => b.length - a.length)
    .find((name) => text.toLowerCase().includes(name.toLowerCase()));
  const file = mention ?? /(?<![\w\p{L}.-])[\w\p{L}-]+\.(?:csv|tsv|json|xlsx?|md|txt|pdf|docx?)\b/iu.exec(text)?.[0];
  if (file === undefined) return { text };
  const at = text.toLowerCase().indexOf(file.toLowerCase());
  const before = text
    .slice(0, at)
    .replace(/[`"'“《]?$|\b(?:in|from|of|for|on)\s+(?:the\s+)?(?:file\s+)?[`"'“]?$|[在从][《“]?$/i, '');
  const rest = text.slice(at + file.length).replace(/^[`"'”》]?\s*(?:里面?的?|中的?|的)?\s*[:：,，]?/, '');
  return { text: `${before} ${rest}`.trim(), file };
}
