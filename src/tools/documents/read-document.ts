import { z } from 'zod';
import { messageOf, TroupeError } from '../../errors.ts';
import { listed } from '../listed.ts';
import { defineTool, type Tool } from '../tool.ts';
import { documentIndex } from './document-index.ts';
import type { Documents } from './documents.ts';
import { fillPieces } from './fill-pieces.ts';
import { matchTitle } from './match-title.ts';
import type { Document, Section } from './parse-document.ts';
import { omission, withOmissions } from './pick-passages.ts';
import { sentenceSlices } from './sentence-slices.ts';
import { withoutBoilerplate } from './without-boilerplate.ts';

const pageLength = 8000;
const mostNames = 60;
const mostFiles = 30;

/** A tool that gives a document, or one section of one or several, word for word. */
export function readDocument(documents: Documents): Tool {
  return defineTool({
    name: 'read_document',
    description:
      'Gives a document, or one section with all below it, word for word; what many documents have alike in header and footer is left out. Long ones page by page.',
    capability: 'read',
    input: z.object({
      file: z.string().optional(),
      files: z.array(z.string()).max(mostFiles).optional().describe('Instead of file: the same section of several.'),
      section: z.string().optional().describe('Its heading; without it the whole document.'),
      page: z.coerce.number().int().min(1).default(1),
    }),
    run: ({ file, files = [], section = '', page }) => {
      const names = [...(file === undefined ? [] : [file]), ...files];
      const [only] = names;
      if (only === undefined) throw new TroupeError('tool', 'Name the document: file, or files for several.');
      return names.length === 1
        ? readOne(documents, { file: only, section, page })
        : readEach(documents, names, section);
    },
  });
}

function readOne(
  documents: Documents,
  { file, section: heading, page }: { file: string; section: string; page: number },
) {
  const document = documents.open(file);
  const section = heading.trim() === '' ? undefined : findSection(document, heading);
  const whole = document.lines.slice(section?.from, section?.to).join('\n');
  const text = section ? whole : withoutBoilerplate(document, documentIndex(documents.all().documents).common);
  const pages = fillPieces(text.split(/(?<=\n)/), pageLength);
  const at = Math.min(page, pages.length);
  const which = pages.length > 1 ? `, page ${at} of ${pages.length}` : '';
  const shown = pages[at - 1]?.trim() ?? '';
  const parts = [`${document.file}${section ? `, "${section.name}"` : ''}${which}:`, shown];
  if (text !== whole && shown.includes(omission))
    parts.push(`${omission} is what many documents say alike; a search finds it.`);
  if (at < pages.length) parts.push(`It goes on: page ${at + 1}.`);
  if (pages.length > 1 && !section) parts.push(sectionsOf(document));
  return {
    text: parts.join('\n\n'),
    data: { kind: 'document', file: document.file, section: section?.name ?? null, page: at, pages: pages.length },
  };
}

/**
 * The same section of several documents. A sentence that all of them have is given with the first alone; one that differs anywhere is given
 * everywhere: nobody has to guess which of the texts above is meant.
 */
function readEach(documents: Documents, names: readonly string[], heading: string) {
  if (heading.trim() === '')
    throw new TroupeError('tool', 'Name the section that is wanted of the files, or one file.');
  const found = names.map((name) => sectionOf(documents, name, heading));
  const texts = found.flatMap((each) => ('slices' in each ? [new Set(each.slices.map((slice) => slice.trim()))] : []));
  const isAlike = (slice: string) => texts.length > 1 && texts.every((text) => text.has(slice.trim()));
  const first = found.findIndex((each) => 'slices' in each);
  const parts = found.map((each, index) => {
    if (!('slices' in each)) return each.problem;
    const shown = each.slices.map((slice) => (index > first && isAlike(slice) ? undefined : slice));
    return `${each.title}:\n\n${withOmissions(shown)}`;
  });
  const note = parts.some((part) => part.includes(omission))
    ? [`${omission} is what all of them say alike: it stands in the first.`]
    : [];
  return {
    text: [...parts, ...note].join('\n\n'),
    data: { kind: 'documents', files: [...names], section: heading },
  };
}

function sectionOf(documents: Documents, name: string, heading: string) {
  try {
    const document = documents.open(name);
    const { name: title, from, to } = findSection(document, heading);
    const text = document.lines
      .slice(from + 1, to)
      .join('\n')
      .trim();
    return { title: `${document.file}, "${title}"`, slices: sentenceSlices(text) };
  } catch (error) {
    return { problem: `${name}: ${messageOf(error)}` };
  }
}

function findSection(document: Document, heading: string): Section {
  const names = document.sections.map((section) => section.name);
  const name = matchTitle(heading, names);
  const section = document.sections.find((each) => each.name === name);
  if (section) return section;
  throw new TroupeError('tool', `${document.file} has no section "${heading}". ${sectionsOf(document)}`);
}

function sectionsOf({ file, sections }: Document): string {
  if (sections.length === 0) return `${file} has no headings.`;
  const names = sections.map(({ name }) => `"${name}"`);
  return `The sections of ${file}: ${listed(names, mostNames)}.`;
}
