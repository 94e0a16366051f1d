import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { imageTypes, maxPartBytes, type Part } from '../../domain/part.ts';
import { messageOf, TroupeError } from '../../errors.ts';

/** Images that go along with a question. */
export const imageOption = { image: { type: 'string', multiple: true } } as const;

export const imageHelp =
  '  --image F         an image that the question is about: PNG, JPEG, GIF or WebP; may be given again';

/** How the bytes of each kind of image begin. */
const begins: Readonly<Record<(typeof imageTypes)[number], (head: string) => boolean>> = {
  'image/png': (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (head) => head.startsWith('\xff\xd8\xff'),
  'image/gif': (head) => /^GIF8[79]a/.test(head),
  'image/webp': (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
};

/** An image of a file, known by its content. @throws TroupeError `usage` for a file that is none, or too large. */
export function readImage(file: string): Part {
  let bytes: Buffer;
  try {
    if (statSync(file).size > maxPartBytes) {
      throw new TroupeError('usage', `The image ${basename(file)} has more than ${maxPartBytes / 1024 / 1024} MB.`);
    }
    bytes = readFileSync(file);
  } catch (cause) {
    if (cause instanceof TroupeError) throw cause;
    throw new TroupeError('usage', `The image ${file} cannot be read: ${messageOf(cause)}.`, { cause });
  }
  const head = bytes.subarray(0, 16).toString('latin1');
  const mediaType = imageTypes.find((type) => begins[type](head));
  if (!mediaType) {
    throw new TroupeError('usage', `${file} is no image that models take. Give a PNG, JPEG, GIF or WebP file.`);
  }
  return { type: 'image', mediaType, data: bytes.toString('base64') };
}
