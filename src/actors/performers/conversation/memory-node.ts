import { type MemoryUse, memoryUseSchema } from '../../../conversation/memory-use.ts';
import { isRecord } from '../../../domain/is-record.ts';
import type { EntryData } from '../../../log/entry-types.ts';
import { kinds } from '../../../log/own/kinds.ts';
import { on } from '../../../log/own/nodes.ts';
import { defineView } from '../../../log/view/view.ts';

/** What came of the memory in a run and is not an entry of its own yet. */
interface Pending {
  /** The id of the entry that has it. */
  readonly entry: string;
  readonly use: MemoryUse;
}

const pendingView = defineView<Pending | undefined>({
  name: 'troupe.memory',
  start: undefined,
  step(state, entry) {
    if (entry.type === 'effect.completed' && isMemoryEffect(entry.data)) {
      const use = memoryUseIn(entry.data.output);
      return use ? { entry: entry.id, use } : undefined;
    }
    return kinds.memoryRetrieved.is(entry) && entry.parent === state?.entry ? undefined : state;
  },
});

/** The effects of the host and of agents in which a memory is asked. */
const isMemoryEffect = (data: EntryData['effect.completed']) =>
  data.kind === 'analyze' || (data.kind === 'source' && data.source === 'remember');

const memoryUseIn = (output: unknown): MemoryUse | undefined =>
  isRecord(output) ? memoryUseSchema.safeParse(output.memory).data : undefined;

/** Records what was learned and recalled for a run, by reference: what a memory says is in no log, where nobody could forget it. */
export const memoryNode = on(pendingView, (pending) => {
  if (!pending) return undefined;
  const { entry: parent, use } = pending;
  const { recalled, learned, problem } = use;
  const status = problem === undefined ? 'success' : 'failed';
  return [
    ...learned.map(({ id, version }) => kinds.memoryStored.make({ key: id, version }, { parent, status: 'success' })),
    kinds.memoryRetrieved.make({ key: 'request', found: recalled.length > 0, items: recalled }, { parent, status }),
  ];
});
