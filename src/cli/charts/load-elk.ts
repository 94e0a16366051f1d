import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Elk } from '../../inspect/chart/layout.ts';

/** What ELK's worker takes and answers, in a browser as messages. */
type Order =
  | { readonly cmd: 'register'; readonly algorithms: readonly string[] }
  | { readonly cmd: 'layout'; readonly graph: ElkNode };

interface Answer {
  readonly data: { readonly data?: unknown; readonly error?: unknown };
}

interface ElkWorker {
  postMessage(order: Order): void;
  onmessage(answer: Answer): void;
}

/** The worker of the inspector page, as it is shipped with it; from the sources, that of the package. */
function workerFile(): string {
  const shipped = fileURLToPath(new URL('../../inspector/elk-worker.min.js', import.meta.url));
  return existsSync(shipped) ? shipped : createRequire(import.meta.url).resolve('elkjs/lib/elk-worker.min.js');
}

/**
 * ELK without a browser: the worker of the page in this process, so that the package has it once. It is a script that exports a class where there is
 * a `module`, and listens on `self` where there is one; here there is none, whatever the runtime has.
 */
export function loadElk(): Elk {
  const file = workerFile();
  const module = { exports: {} as { Worker: new () => ElkWorker } }; // what the script puts there
  const names = ['module', 'exports', 'self', 'window', 'document'];
  compileFunction(readFileSync(file, 'utf8'), names, { filename: file })(module, module.exports);
  const worker = new module.exports.Worker();
  const ask = (order: Order) =>
    new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data: { data, error } }) => (error === undefined ? resolve(data) : reject(toError(error)));
      worker.postMessage(order);
    });
  let last = ask({ cmd: 'register', algorithms: ['layered'] });
  return {
    layout(graph) {
      const next = last.then(() => ask({ cmd: 'layout', graph }));
      last = next.catch(() => {}); // reported to who asked
      return next as Promise<ElkNode>; // the graph that was given, with its places
    },
  };
}

/** What ELK throws is Java's: its message is all that can be read. */
const toError = (thrown: unknown): Error =>
  new Error(`ELK cannot lay this chart out: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
