import { expect, it } from 'vitest';
import { maxPartBytes } from '../../src/domain/part.ts';
import { toOutput } from '../../src/mcp/to-output.ts';

const data = 'iVBORw0KGgo=';
const uri = 'file:///photos/cat';

it.each([
  ['an image alone', { type: 'image', mimeType: 'image/png', data }, 'The tool gave no text.', { type: 'image' }],
  [
    'a file that is an image',
    { type: 'resource', resource: { uri, mimeType: 'image/jpeg; q=1', blob: data } },
    `[resource ${uri}, image/jpeg; q=1]`,
    { type: 'image', mediaType: 'image/jpeg' },
  ],
  [
    'a file of no known kind',
    { type: 'resource', resource: { uri: `${uri}/`, blob: data } },
    `[resource ${uri}/]`,
    { type: 'file', mediaType: 'application/octet-stream', name: 'cat' },
  ],
] as const)('a result has a part for %s', (_, block, text, part) => {
  expect(toOutput({ content: [block] })).toEqual({ text, parts: [expect.objectContaining({ data, ...part })] });
});

it.each([
  ['a sound', { type: 'audio', mimeType: 'audio/wav', data }, '[audio, audio/wav, 8 bytes, not shown]'],
  [
    'an image that no model takes',
    { type: 'image', mimeType: 'image/tiff', data },
    '[image, image/tiff, 8 bytes, not shown]',
  ],
  [
    'what is no base64',
    { type: 'image', mimeType: 'image/png', data: 'a b' },
    '[image, image/png, 2 bytes, not shown]',
  ],
  [
    'too many bytes',
    { type: 'image', mimeType: 'image/png', data: 'A'.repeat((maxPartBytes / 3) * 4 + 8) },
    '[image, image/png, 21.0 MB, not shown]',
  ],
] as const)('a result says in words that there is %s', (_, block, text) => {
  expect(toOutput({ content: [block] })).toEqual({ text });
});

it('a result without anything says so', () => {
  expect(toOutput({ content: [] })).toEqual({ text: 'Done. The tool gave no output.' });
});
