import { z } from 'zod';
import { isRecord } from '../../domain/is-record.ts';
import { effectOf, fact, move, plain } from './entry-row.ts';
import { forkedFromSchema } from './forked-from.ts';

const about = { key: z.string() };
/** An event as data; nothing else can be delivered. */
const event = z.custom<unknown>(isRecord, { error: 'expected an object' });

/**
 * What a run of any chart writes beside its effects. `input`, `event`, `params`, `output` and `error` hold data as a log keeps it: JSON, in which
 * what JSON has no word for is tagged.
 */
export const chartEntries = {
  /** The run of a chart began: which chart, in which version, with which input. */
  'chart.started': fact(
    z.object({
      run: z.string(),
      chart: z.string(),
      version: z.string(),
      /** What the run is, where that is more than a run of a chart: then `input` is the request of an agent. */
      kind: z.literal('agent').optional(),
      /** A sum over the chart's states, to notice that it was changed. */
      states: z.string(),
      /** What the run's random numbers are made of. */
      seed: z.number(),
      input: z.unknown().optional(),
      /** When the run was forked, if it was. */
      forkedAt: z.string().optional(),
      forkedFrom: forkedFromSchema.optional(),
    }),
    plain,
  ),
  /** Somebody outside sent an event to an actor. */
  'event.received': fact(
    z.object({
      to: z.string(),
      /** The source that sent it. */
      from: z.string().optional(),
      event,
      /** An event with an id is taken once. */
      id: z.string().optional(),
    }),
    plain,
  ),
  /** An action threw, after the state that called it was stored. */
  'action.failed': fact(z.object({ action: z.string(), error: z.unknown() }), { ...plain, status: 'failed' }),
  /** A chart called an action that touches the world. */
  'action.called': move(z.object({ action: z.string() }), plain),
  /** An action that only takes a note, with what it was given. */
  'note.taken': move(z.object({ note: z.string(), params: z.unknown().optional() }), plain),
  /** A chart emitted an event for those outside. */
  'event.emitted': move(z.object({ event: z.unknown() }), plain),
  /** The chart does not want the outcome of an effect any more: it has left the state that asked for it. */
  'effect.stopped': move(z.object(about), { status: undefined, opens: undefined, closes: effectOf }),
  /** A chart waits: when its timer is due, and the event that it sends then. */
  'timer.set': move(z.object({ ...about, event: z.string(), dueAt: z.string() }), {
    status: 'in_progress',
    opens: effectOf,
    closes: undefined,
  }),
  /** A chart left the state that its timer belongs to. */
  'timer.cancelled': move(z.object(about), { status: undefined, opens: undefined, closes: effectOf }),
  /** Another state of an actor. */
  'actor.moved': move(
    z.object({
      value: z.unknown().optional(),
      status: z.string(),
      /** The sum of its context, when that has changed. */
      sum: z.string().optional(),
      output: z.unknown().optional(),
      error: z.unknown().optional(),
    }),
    plain,
  ),
} as const;
