import { z } from 'zod';

/** The media types of images that models take. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** What one part may hold, in bytes. */
export const maxPartBytes = 20 * 1024 * 1024;

const size = (base64: string) =>
  Math.floor((base64.length * 3) / 4) - (/={1,2}$/.exec(base64.slice(-2))?.[0].length ?? 0);
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/** Looks for what does not belong there: a pattern for all of a long text can take more stack than there is. */
const isBase64 = (text: string) => /^[^=]/.test(text) && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''));

const data = z
  .string()
  .refine(isBase64, 'Write it as base64, without the beginning of a data URL')
  .refine((text) => size(text) <= maxPartBytes, {
    error: ({ input }) => `It has ${megabytes(size(String(input)))}, more than ${megabytes(maxPartBytes)}`,
  })
  .exactOptional();
const url = z
  .string()
  .regex(/^https?:\/\/\S{1,2048}$/, 'Give an address that begins with https:// or http://')
  .exactOptional();

const isOneOf = (part: { data?: string; url?: string }) => (part.data === undefined) !== (part.url === undefined);
const oneOf = { error: 'Give its data, as base64, or its url: one of them' };

export const partSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('image'),
      mediaType: z.enum(imageTypes, { error: `Give one of ${imageTypes.join(', ')}` }),
      data,
      url,
    })
    .refine(isOneOf, oneOf),
  z
    .strictObject({
      type: z.literal('file'),
      mediaType: z.string().regex(/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/, 'Give a media type, such as application/pdf'),
      name: z.string().min(1).max(255),
      data,
      url,
    })
    .refine(isOneOf, oneOf),
]);

/** An image or a file beside the text of a message: as base64, or where it can be had. */
export type Part = Readonly<z.infer<typeof partSchema>>;

/** Says in words what somebody does not see. */
export function partNote(part: Part): string {
  const what = part.type === 'file' ? `file ${JSON.stringify(part.name)}` : 'image';
  const where = part.data === undefined ? (part.url ?? '') : `${Math.ceil(size(part.data) / 1024)} KB`;
  return `[${what}, ${part.mediaType}, ${where}, not shown]`;
}

/** A text with what belongs to it, in words. */
export const withNotes = (text: string, parts: readonly Part[] = []): string =>
  parts.length === 0 ? text : [text, ...parts.map(partNote)].filter(Boolean).join('\n');

/** What a part costs where it is shown, by a guess: endpoints count images by their size on the screen and documents by their pages. */
export const partTokens = (part: Part): number =>
  part.type === 'image' ? 1000 : Math.max(1000, Math.ceil(size(part.data ?? '') / 100));

/** Whether two lists of parts are the same. */
export const hasSameParts = (some: readonly Part[] = [], others: readonly Part[] = []): boolean =>
  some === others || (some.length === others.length && some.every((part, at) => isSamePart(part, others[at] as Part))); // as many of them

function isSamePart(one: Part, other: Part): boolean {
  const names: ('type' | 'mediaType' | 'data' | 'url')[] = ['type', 'mediaType', 'url', 'data'];
  const hasSameName = (one.type === 'file' && one.name) === (other.type === 'file' && other.name);
  return one === other || (hasSameName && names.every((name) => one[name] === other[name]));
}
