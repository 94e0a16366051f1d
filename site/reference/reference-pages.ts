import { commands } from '../../src/cli/commands.ts';
import { publicNames, type SubPath } from './api.ts';
import { entryRows, writtenNames } from './entries.ts';

/** The pages below reference that are made of the sources, by their path. */
export function referencePages(root: string): Map<string, string> {
  const subPaths = publicNames(root);
  const pages = new Map(subPaths.map((each) => [`reference/${each.page}.md`, apiPage(each, subPaths)]));
  pages.set('reference/index.md', indexPage(subPaths));
  pages.set('reference/entries.md', entriesPage(root));
  pages.set('reference/commands.md', commandsPage());
  return pages;
}

const anchorOf = (name: string) => name.toLowerCase();

function apiPage({ name, about, names, page }: SubPath, all: readonly SubPath[]): string {
  const sections = names.map(({ name: each, comment, code }) => {
    const used = [...new Set(code.match(/\b[A-Z]\w+\b/g))].filter((word) => word !== each);
    const links = used.flatMap((word) => linkTo(word, page, all));
    const types = links.length > 0 ? `\n\nTypes: ${links.join(', ')}` : '';
    return `## ${each}\n\n${prose(comment)}\n\n\`\`\`ts\n${code}\n\`\`\`${types}`;
  });
  const lists = (['function', 'class', 'value', 'type'] as const).flatMap((kind) => {
    const links = names.filter((each) => each.kind === kind).map((each) => `[${each.name}](#${anchorOf(each.name)})`);
    return links.length > 0 ? [`| ${labels[kind]} | ${links.join(', ')} |`] : [];
  });
  return `---\noutline: false\n---\n\n# ${name}\n\n${prose(about)}\n\n| | |\n| --- | --- |\n${lists.join('\n')}\n\n${sections.join('\n\n')}\n`;
}

const labels = { function: 'functions', class: 'classes', value: 'values', type: 'types' };

function linkTo(word: string, page: string, all: readonly SubPath[]): string[] {
  const home = all.find((each) => each.page === page && each.names.some(({ name }) => name === word));
  const place = home ?? all.find((each) => each.names.some(({ name }) => name === word));
  if (!place) return [];
  return [`[${word}](${place.page === page ? '' : `${place.page}.md`}#${anchorOf(word)})`];
}

/** A doc comment as Markdown: what it sets in braces is code. */
const prose = (comment: string) => comment.replace(/\{@link (\w+)\}/g, '`$1`').replace(/<(?=\w)/g, '&lt;');

function indexPage(subPaths: readonly SubPath[]): string {
  const rows = subPaths.map(
    ({ name, page, about, names }) =>
      `| [${name}](${page}.md) | ${names.length} | ${prose(about.split('\n')[0] ?? '').replaceAll('|', '\\|')} |`,
  );
  return `# Reference

Made of the sources when the site is built.

| sub-path | names | what it has |
| --- | ---: | --- |
${rows.join('\n')}

- [Entries](entries.md): every type of entry that a log can have.
- [Commands](commands.md): what \`troupe help\` says, command by command.
- [Options](../options.md): every setting with its default.
- [Errors](../errors.md): every code.
- [Guarantees](../guarantees.md): each with its test.
`;
}

function entriesPage(root: string): string {
  const groups = Map.groupBy(entryRows(root), ({ group }) => group);
  const tables = [...groups].map(([group, rows]) => {
    const lines = rows.map(
      ({ type, kind, comment, fields }) =>
        `### ${type}\n\n_${kind === 'fact' ? 'Fact' : 'Move'}._ ${prose(comment)}\n\n${fieldList(fields)}`,
    );
    return `## ${groupTitles[group] ?? group}\n\n${lines.join('\n\n')}`;
  });
  return `# Entries

A run is one log of entries. A _fact_ came from outside; a _move_ is what the charts did because of it, and comes out the same in a replay. Every entry has these fields:
${writtenNames(root).join(', ')}. What \`data\` holds depends on the type. How to find them: [the log](../log.md).

${tables.join('\n\n')}
`;
}

const groupTitles: Readonly<Record<string, string>> = {
  'run-entries': 'A run and its request',
  'plan-entries': 'Thinking, plan and steps',
  'effect-entries': 'Effects: calls of models and tools, timers',
  'question-entries': 'Questions and approvals',
  'chart-entries': 'Runs of your own charts',
  'own-entries': 'Memory, hops, corrections and your own',
};

const fieldList = (fields: readonly string[]) =>
  fields.length === 0 ? 'It has no data.' : `Data: ${fields.map((field) => `\`${field}\``).join(', ')}.`;

function commandsPage(): string {
  const sections = commands.map(
    ({ name, summary: [, does], help }) =>
      `## troupe ${name}\n\n${does[0]?.toUpperCase()}${does.slice(1)}.\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``,
  );
  return `# Commands

What \`troupe help <command>\` prints. In a clone of the repository \`npm run troupe -- …\` is \`troupe …\`. How they go together: [the command line](../command-line.md).

${sections.join('\n\n')}
`;
}
