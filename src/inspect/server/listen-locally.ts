import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, TroupeError } from '../../errors.ts';

/** A server that listens on 127.0.0.1 and nowhere else, on a free port when none is named. */
export async function listenLocally(
  wanted: number | undefined,
  answer: RequestListener,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(answer);
  server.listen(wanted ?? 0, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    const problem = `The inspector cannot listen on port ${wanted ?? 0}: ${messageOf(cause)}. Choose another port.`;
    throw new TroupeError('usage', problem, { cause });
  });
  server.on('error', () => {}); // a connection that cannot be accepted is lost, and nothing else
  return { server, port: (server.address() as AddressInfo).port }; // a TCP server has one
}
