import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shippedSpecialists } from '../../src/specialists/shipped.ts';
import { toToolSpec } from '../../src/tools/tool.ts';
import { notesFile, sales, salesFile } from '../tools/sales-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'shipped-'));
afterAll(() => rmSync(folder, { recursive: true }));

const namesOf = (files: string[]) => shippedSpecialists({ files }).map((specialist) => specialist.name);

describe('the shipped specialists', () => {
  it('are math and writer without files, and data and search where there is something for them', () => {
    expect(namesOf([])).toEqual(['math', 'writer']);
    expect(namesOf([salesFile])).toEqual(['data', 'math', 'writer']);
    expect(namesOf([notesFile])).toEqual(['search', 'math', 'writer']);
    expect(namesOf([salesFile, notesFile])).toEqual(['data', 'search', 'math', 'writer']);
  });

  it('refuse a kind of file that nobody reads', () => {
    expect(() => namesOf(['report.xlsx'])).toThrow('Give .csv, .tsv, .json, .jsonl, .md or .txt.');
  });

  it('tell what they can work on, so that nobody has to ask what a table holds', async () => {
    const dates = sales.map((sale) => sale.date).toSorted();
    const units = sales.map((sale) => sale.units);
    const resources = await Promise.all(
      shippedSpecialists({ files: [salesFile, notesFile] }).map((one) =>
        one.resources?.(new AbortController().signal, {}),
      ),
    );
    expect(resources.flat().filter(Boolean)).toEqual([
      {
        name: 'sales.csv',
        kind: 'table',
        summary: expect.stringMatching(
          new RegExp(
            `^${sales.length} rows\\. date: date, ${dates[0]} to ${dates.at(-1)}; region: text, one of east, north, south, west; product: text, one of .*; ` +
              `units: number, ${Math.min(...units)} to ${Math.max(...units)}; unit_price: number, one of `,
          ),
        ),
      },
      expect.objectContaining({ name: 'notes.md', kind: 'document', summary: expect.stringContaining('Returns') }),
    ]);
  });

  it('tell of a file that cannot be read instead of failing', async () => {
    const [data] = shippedSpecialists({ files: ['nowhere.csv'] });
    expect(await data?.resources?.(new AbortController().signal, {})).toEqual([
      expect.objectContaining({ summary: expect.stringContaining('is not there') }),
    ]);
  });

  it('have only tools that read, each with a schema that a language model can be sent', () => {
    for (const specialist of shippedSpecialists({ files: [salesFile, notesFile] })) {
      expect(specialist.systemPrompt).not.toBe('');
      for (const tool of specialist.tools) {
        expect(tool.capability).toBe('read');
        const { parameters, description } = toToolSpec(tool);
        expect(parameters).toMatchObject({ type: 'object' });
        expect(parameters).not.toHaveProperty('$schema');
        expect(`${description} ${specialist.systemPrompt}`).not.toMatch(/describe_table first|use it before/i);
      }
    }
  });
});

describe('the tools of the shipped specialists', () => {
  const specialists = shippedSpecialists({ files: [salesFile, notesFile] });
  const toolsOf = (name: string) => specialists.find((one) => one.name === name)?.tools.map((tool) => tool.name);

  it('let whoever works with figures compute', () => {
    for (const name of ['data', 'math', 'writer']) expect(toolsOf(name)).toContain('calculate');
  });

  it('let the writer write its text itself, and search read what it found', () => {
    expect(toolsOf('writer')).toEqual(['calculate']);
    expect(toolsOf('search')).toEqual(['search_documents', 'read_document', 'summarize_document']);
  });

  it('are called by the names that prompts and descriptions say', () => {
    const known = specialists.flatMap(({ tools }) => tools.map((tool) => tool.name));
    for (const { name, description, systemPrompt, tools } of specialists) {
      // What is told of tables has names of columns, too.
      const told = name === 'data' ? [] : [systemPrompt, ...tools.map((tool) => tool.description)];
      const names = [description, ...told].join(' ').match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
      expect(known).toEqual(expect.arrayContaining(names));
    }
  });

  it('leave no specialist without a word on what it cannot do', () => {
    const described = Object.fromEntries(specialists.map((one) => [one.name, one.description]));
    expect(described.search).toContain('reads no tables');
    expect(described.math).toMatch(/days between dates.*reads no tables and no documents/s);
    expect(described.writer).toMatch(/recommendations that rest on their figures.*looks nothing up/s);
  });
});

describe('the data specialist under a language model', () => {
  const [data] = shippedSpecialists({ files: [salesFile] });
  const tool = (name: string) => data?.tools.find((one) => one.name === name);
  const context = { signal: new AbortController().signal, key: 'k', context: {} };

  it('describes a table with types and values', async () => {
    const output = await tool('describe_table')?.run({ file: 'sales.csv' }, context);
    expect(output?.text).toContain('| region | text | east, north, south, west |');
  });

  it('has a query_table whose schema is flat, short, and names nothing that it does not take', () => {
    const query = tool('query_table');
    const { parameters } = query ? toToolSpec(query) : { parameters: {} };
    const { properties } = parameters as { properties: Record<string, { type: string; items?: unknown }> }; // of an object
    expect(Object.keys(properties)).toEqual([
      'file',
      'select',
      'where',
      'group_by',
      'order_by',
      'limit',
      'offset',
      'change',
      'mean_of_groups',
    ]);
    for (const { type, items } of Object.values(properties)) {
      expect(['string', 'number', 'boolean', 'array']).toContain(type);
      if (type === 'array') expect(items).toEqual({ type: 'string' });
    }
    expect(JSON.stringify(parameters).length).toBeLessThan(2000);
  });

  it('tells a wide table page by page', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `c${index}`);
    const file = join(folder, 'wide.csv');
    writeFileSync(file, `${names.join(',')}\n${names.map((_, index) => index).join(',')}\n`);
    const [own] = shippedSpecialists({ files: [file] });
    const describing = own?.tools.find((one) => one.name === 'describe_table');
    const first = (await describing?.run({ file: 'wide.csv' }, context))?.text ?? '';
    const offset = Number(/Columns 1 to \d+ of 150; next page: offset (\d+)\./.exec(first)?.[1]);
    const second = (await describing?.run({ file: 'wide.csv', offset }, context))?.text ?? '';
    for (const name of names) expect(`${first}\n${second}`).toContain(`| ${name} | number |`);
  });

  it('takes structure and no SQL', async () => {
    await expect(
      tool('query_table')?.run({ file: 'sales.csv', sql: 'SELECT 1', select: ['units'] }, context),
    ).rejects.toThrow('There is no "sql"');
  });
});
