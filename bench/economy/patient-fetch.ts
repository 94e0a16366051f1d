import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';

/** `fetch` for a text body that waits as long as it takes: that of Node gives up after five minutes, and a reader may think longer. */
export const patientFetch: typeof globalThis.fetch = (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const headers = new Headers(init.headers);
  headers.set('accept-encoding', 'identity');
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(
    url,
    {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(headers),
      ...(init.signal ? { signal: init.signal } : {}),
    },
    (incoming) => {
      const named = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]);
      // The stream of bytes is the same; Node declares it twice.
      const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
      resolve(new Response(body, { status: incoming.statusCode ?? 500, headers: named }));
    },
  );
  request.once('error', reject);
  request.end(init.body);
  return promise;
};
