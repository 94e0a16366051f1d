import { cutValue, fullLimits } from '../cut-value.ts';
import { protocolVersion, type TimelineEntry } from '../protocol.ts';
import type { Session } from '../sessions/session.ts';
import { Pool, type Pooled, type SharedRun } from './shared-run.ts';

/** Characters of contexts and prompts that a file takes at most; both are for reading, and the log is there in any case. */
const mostInPool = 24_000_000;

/** Everything of a session as a value for a file: exactly what a page would be sent, so without secrets. */
export async function shareRun(session: Session, now = new Date()): Promise<SharedRun> {
  session.flush();
  const { entries, frames, charts } = session;
  const upTo = entries.length;
  const pool = new Pool();
  const left = { contexts: 0, prompts: 0 };
  const prompts = await promptsOf(session, pool, left);
  const contexts = contextsOf(session, pool, left);
  const full: TimelineEntry[] = [];
  for (const { seq, isCut } of entries.slice(0, upTo)) {
    if (isCut) full.push((await session.command({ type: 'entry', session: session.info.id, seq })) as TimelineEntry); // an entry of the log
  }
  return {
    version: protocolVersion,
    sharedAt: now.toISOString(),
    // What is in a file does not go on.
    info: { ...session.info, isLive: false },
    charts: [...charts],
    entries: entries.slice(0, upTo),
    frames: [...frames],
    control: {
      canControl: false,
      isHeld: false,
      held: [],
      breakpoints: [],
      enabled: {},
      // What is asked can be read; a form for it would answer nobody.
      waiting: session.control().waiting.map((ask) => ({ ...ask, commands: ask.commands ?? [] })),
    },
    full,
    contexts,
    prompts,
    pool: pool.values,
    left,
  };
}

type Left = { contexts: number; prompts: number };

async function promptsOf(session: Session, pool: Pool, left: Left): Promise<{ key: string; prompt: Pooled }[]> {
  const { id } = session.info;
  const prompts: { key: string; prompt: Pooled }[] = [];
  const started = session.entries.filter(({ type }) => type === 'effect.started');
  for (const key of new Set(started.map(({ data }) => String(data.key)))) {
    if (pool.size > mostInPool) {
      left.prompts++;
      continue;
    }
    // A log whose chart is not here has none.
    const prompt = await session.command({ type: 'prompt', session: id, key }).catch(() => undefined);
    if (prompt !== undefined && prompt !== null) prompts.push({ key, prompt: pool.add(prompt) });
  }
  return prompts;
}

function contextsOf(session: Session, pool: Pool, left: Left): SharedRun['contexts'] {
  const all = [...session.contexts].map(([actor, kept]) => {
    const shared: { seq: number; context: Pooled }[] = [];
    for (const { seq, context } of kept) {
      if (pool.size > mostInPool) left.contexts++;
      else shared.push({ seq, context: pool.add(cutValue(context, fullLimits)) });
    }
    return [actor, shared] as const;
  });
  return Object.fromEntries(all);
}
