import { describe, expect, it } from 'vitest';
import { shippedSpecialists } from '../../src/specialists/shipped.ts';
import { toToolSpec } from '../../src/tools/tool.ts';
import { notesFile, sales, salesFile } from '../tools/sales-rows.ts';

const namesOf = (files: string[]) => shippedSpecialists({ files }).map((specialist) => specialist.name);

describe('the shipped specialists', () => {
  it('are math and writer without files, and data and search where there is something for them', () => {
    expect(namesOf([])).toEqual(['math', 'writer']);
    expect(namesOf([salesFile])).toEqual(['data', 'math', 'writer']);
    expect(namesOf([notesFile])).toEqual(['search', 'math', 'writer']);
    expect(namesOf([salesFile, notesFile])).toEqual(['data', 'search', 'math', 'writer']);
  });

  it('refuse a kind of file that nobody reads', () => {
    expect(() => namesOf(['report.xlsx'])).toThrow('Give .csv, .tsv, .json, .md or .txt.');
  });

  it('tell what they can work on', async () => {
    const resources = await Promise.all(
      shippedSpecialists({ files: [salesFile, notesFile] }).map((one) => one.resources?.(new AbortController().signal)),
    );
    expect(resources.flat().filter(Boolean)).toEqual([
      {
        name: 'sales.csv',
        kind: 'table',
        summary: `${sales.length} rows; columns: date (date), region (text), product (text), units (number), unit_price (number)`,
      },
      expect.objectContaining({ name: 'notes.md', kind: 'document', summary: expect.stringContaining('Returns') }),
    ]);
  });

  it('tell of a file that cannot be read instead of failing', async () => {
    const [data] = shippedSpecialists({ files: ['nowhere.csv'] });
    expect(await data?.resources?.(new AbortController().signal)).toEqual([
      expect.objectContaining({ summary: expect.stringContaining('is not there') }),
    ]);
  });

  it('have only tools that read, each with a schema that a language model can be sent', () => {
    for (const specialist of shippedSpecialists({ files: [salesFile, notesFile] })) {
      expect(specialist.systemPrompt).not.toBe('');
      for (const tool of specialist.tools) {
        expect(tool.capability).toBe('read');
        expect(toToolSpec(tool).parameters).toMatchObject({ type: 'object' });
      }
    }
  });
});

describe('the data specialist under a language model', () => {
  const [data] = shippedSpecialists({ files: [salesFile] });
  const tool = (name: string) => data?.tools.find((one) => one.name === name);
  const context = { signal: new AbortController().signal, key: 'k' };

  it('describes a table with types and values', async () => {
    const output = await tool('describe_table')?.run({ file: 'sales.csv' }, context);
    expect(output?.text).toContain('| region | text | east, north, south, west |');
  });

  it('takes structure and no SQL', async () => {
    await expect(
      tool('query_table')?.run({ file: 'sales.csv', sql: 'SELECT 1', measure: 'units' }, context),
    ).rejects.toThrow('The input of query_table is wrong');
  });
});
