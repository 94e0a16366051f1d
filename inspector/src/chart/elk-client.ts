import type { ElkNode } from 'elkjs/lib/elk-api.js';

interface Reply {
  readonly id: number;
  readonly data?: ElkNode;
  readonly error?: { readonly message?: string };
}

/**
 * Lays graphs out in the ELK worker, off the main thread. The worker is loaded after the first picture; its messages are spoken here, so that
 * nothing of ELK is in the page's own code.
 */
export class ElkClient {
  readonly #waiting = new Map<number, { resolve: (graph: ElkNode) => void; reject: (error: Error) => void }>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** Loads the worker before it is needed. */
  warm(): void {
    this.#worker ??= this.#start();
  }

  layout(graph: ElkNode): Promise<ElkNode> {
    this.#worker ??= this.#start();
    return this.#post({ cmd: 'layout', graph, layoutOptions: {}, options: {} });
  }

  #start(): Worker {
    const worker = new Worker(new URL('elk-worker.min.js', document.baseURI));
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.error) waiting?.reject(new Error(data.error.message ?? 'The layout failed.'));
      else if (data.data) waiting?.resolve(data.data);
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    };
    this.#worker = worker;
    this.#post({ cmd: 'register', algorithms: ['layered'] }).catch(() => {}); // its failure is told by the layout
    return worker;
  }

  #post(message: object): Promise<ElkNode> {
    const id = this.#lastId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, ...message });
    });
  }
}
