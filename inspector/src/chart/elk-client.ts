import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Elk } from '../../../src/inspect/chart/layout.ts';
import { workerUrl } from '../share/inlined.ts';

/** Lays graphs out with ELK in its worker, off the main thread. Both are loaded when they are first needed, after the first picture. */
export class ElkClient implements Elk {
  #loaded: Promise<ELK> | undefined;
  #fail: (error: Error) => void = () => {};
  /** Rejects when the worker breaks: ELK itself would wait for ever. */
  readonly #broken = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  constructor() {
    this.#broken.catch(() => {}); // reported by each layout
  }

  /** Loads the worker before it is needed. */
  warm(): void {
    this.#load().catch(() => {}); // reported by the first layout
  }

  async layout(graph: ElkNode): Promise<ElkNode> {
    const elk = await this.#load();
    return Promise.race([elk.layout(graph), this.#broken]);
  }

  #load(): Promise<ELK> {
    this.#loaded ??= Promise.all([import('elkjs/lib/elk-api.js'), workerUrl()]).then(
      ([{ default: Elk }, url]) => new Elk({ algorithms: ['layered'], workerFactory: () => this.#startWorker(url) }),
    );
    return this.#loaded;
  }

  #startWorker(url: URL | string): Worker {
    const worker = new Worker(url);
    worker.onerror = ({ message }) => this.#fail(new Error(message || 'The layout worker cannot be loaded.'));
    return worker;
  }
}
