import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/tools/documents/documents.ts';
import { searchDocuments } from '../../src/tools/documents/search-documents.ts';
import { documentSet, toolContext } from './document-set.ts';
import { notesFile } from './sales-rows.ts';

const notes = createDocuments({ files: [notesFile] });
const search = async (input: string | object, documents = notes) =>
  (await searchDocuments(documents).run(typeof input === 'string' ? { query: input } : input, toolContext)).text;

const boilerplate =
  'Neither party may assign this agreement without the written consent of the other. The goods are delivered in accordance with the agreed standard.';
const contracts = () =>
  documentSet(
    Object.fromEntries(
      ['Acme', 'Beta', 'Gamma', 'Delta'].map((name, at) => [
        `contract-${name.toLowerCase()}.md`,
        `# Contract with ${name}\n\n## Delivery\n\n${boilerplate} The lead time is ${10 + at} days.\n\n## Payment\n\nPayment is due within 30 days of the date of the invoice.\n`,
      ]),
    ),
  );

describe('search in documents', () => {
  it('gives the passage with its file and heading', async () => {
    expect(await search('what do the notes say about returned units?')).toMatch(
      /^notes\.md, "Returns": Customers may return/,
    );
  });

  it('finds Han text by its words', async () => {
    expect(await search('客户退货数量')).toMatch(/^notes\.md, "退货": 客户可以/);
  });

  it('says that nothing fits where no word is found', async () => {
    expect(await search('refund policy in Germany')).toBe(
      'Nothing in notes.md fits.\n\nNot found: refund, policy, Germany.',
    );
    expect(await search('量子力学')).toContain('Nothing in notes.md fits');
  });

  it('gives what it found when other words are unknown, and names those', async () => {
    const text = await search('Germany refund voucher warehouse complaint');
    expect(text).toMatch(/^notes\.md, "Regions": .*no warehouse of its own/);
    expect(text).toMatch(/Not found: Germany, refund, voucher, complaint\.$/);
  });

  it('names what is nowhere as it was written, also a Han word that is cut into characters', async () => {
    const documents = documentSet({ 'a.md': '客户很满意。供应商按时交货。' });
    expect(await search('客户满意度评分', documents)).toMatch(/Not found: 满意度, 评分\.$/);
    expect(await search('满意度 评分 ISO9001', documents)).toMatch(/Not found: 满意度, 评分, ISO9001\.$/);
    expect(await search('供应商的交货', documents)).not.toContain('Not found');
  });

  it('finds another form of a word', async () => {
    const documents = documentSet({ 'a.md': 'The termination of the contract takes three months.' });
    expect(await search('when may we terminate', documents)).toContain('a.md: The termination');
  });

  it('knows whose document it is from its name, its title and the headings above', async () => {
    expect(await search({ query: 'Gamma lead time', limit: 1 }, contracts())).toContain(
      'contract-gamma.md, "Delivery": Neither party',
    );
    const documents = documentSet({ 'all.md': '# All\n## Acme\n### Term\nTwo years.\n## Beta\n### Term\nNine years.' });
    expect(await search({ query: 'Beta term', limit: 1 }, documents)).toMatch(/^all\.md, "Beta > Term": Nine years\./);
  });

  it('gives once what many passages say, and always what only one does', async () => {
    const text = await search('lead time delivery', contracts());
    expect(text.split(boilerplate.slice(0, 40))).toHaveLength(2);
    for (const days of [11, 12, 13]) expect(text).toContain(`"Delivery": […] The lead time is ${days} days.`);
    expect(text).toContain('[…] is what another passage here says as well.');
  });

  it('gives what many say under a heading that fits', async () => {
    const text = '# Secrecy\n\nWhatever the parties learn of each other stays between them, also after the end.\n';
    const documents = documentSet({ 'a.md': text, 'b.md': text, 'c.md': text });
    expect(await search('secrecy', documents)).toMatch(
      /^a\.md, "Secrecy": Whatever the parties .*\n\nNothing but the same in b\.md, c\.md\.$/,
    );
  });

  it('gives a figure wherever it stands, however many say the same', async () => {
    const text = await search('payment', contracts());
    expect(
      text.match(/contract-\w+\.md, "Payment": Payment is due within 30 days of the date of the invoice\./g),
    ).toHaveLength(4);
  });

  it('names the files that have nothing but a sentence that was given', async () => {
    expect(await search({ query: 'written consent', limit: 20 }, contracts())).toMatch(
      /^contract-acme\.md, "Delivery": .*\n\nNothing but the same in contract-beta\.md, contract-gamma\.md, contract-delta\.md\.$/,
    );
  });

  it('puts the passages of one file together and names the files beyond the limit', async () => {
    const documents = documentSet({
      'a.md': 'Parcels go by train.\n\nUnrelated.\n\nParcels, parcels, and more parcels.',
      'b.md': 'Parcels, parcels: as many parcels as there are.',
    });
    const files = async (limit: number) =>
      (await search({ query: 'parcels', limit }, documents)).match(/^\w\.md|the others are in .*/gm);
    expect(await files(3)).toEqual(['a.md', 'a.md', 'b.md']);
    expect(await files(1000)).toEqual(['a.md', 'a.md', 'b.md']);
    expect(await files(1)).toEqual(['a.md', 'the others are in b.md, a.md.']);
  });

  it('keeps the lines of a table', async () => {
    const documents = documentSet({ 'a.md': '| item | price |\n| --- | --- |\n| lamp | 3 |' });
    expect(await search('lamp', documents)).toBe('a.md:\n| item | price |\n| --- | --- |\n| lamp | 3 |');
  });

  it('looks into one document by a name that is near, and into no other', async () => {
    const text = await search({ query: 'lead time', file: 'Contract Beta' }, contracts());
    expect(text).toContain('The lead time is 11 days.');
    expect(text).not.toContain('contract-acme.md');
    await expect(search({ query: 'x', file: '/etc/passwd' })).rejects.toThrow('There is no document');
  });

  it('says which document cannot be read, and searches the others', async () => {
    const documents = createDocuments({ files: [notesFile, '/nowhere/lost.md'] });
    expect(await search('warehouse', documents)).toMatch(/no warehouse of its own[\s\S]*lost\.md is not there/);
  });
});
