import { sharedIds } from '../../../src/inspect/share/shared-run.ts';

/** Whether the page stands in a file with its run, and there is no server to ask. */
export const isShared = typeof document !== 'undefined' && document.getElementById(sharedIds.run) !== null;

/** A text that the file of the page holds packed; nothing where it does not. */
export async function inlinedText(id: string): Promise<string | undefined> {
  const packed = document.getElementById(id)?.textContent;
  if (!packed) return undefined;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).text();
}

/** Where ELK's worker is: beside the page, or in it. */
export async function workerUrl(): Promise<URL | string> {
  const text = await inlinedText(sharedIds.worker);
  if (text === undefined) return new URL('elk-worker.min.js', document.baseURI);
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}
