import { type AnyActorRef, createActor, type InspectionEvent } from 'xstate';
import { type FactSource, gateOf } from '../actors/delivery-gate.ts';
import { FactQueue } from '../actors/fact-queue.ts';
import type { RunCore } from '../actors/run-core.ts';
import {
  type Deliveries,
  type Delivery,
  deliveriesOf,
  numberActors,
  replaceScheduler,
} from '../actors/xstate-internals.ts';
import type { Entry } from '../log/entry.ts';
import type { EntryData, Note } from '../log/entry-types.ts';
import type { NewEntry, RunLog } from '../log/run-log.ts';
import { ActorPaths } from './actor-paths.ts';
import { adopt } from './adopt.ts';
import { handFact, noteEnd, noteWait, receive, restore, settle, timersOf } from './chart-facts.ts';
import type { ChartFact, ChartPort, CoreParts, EndStatus } from './chart-port.ts';
import { isActor } from './context-sum.ts';
import { readData, toData } from './data.ts';
import type { Chart, Standing } from './define-chart.ts';
import { decide, SeededRandom } from './determinism.ts';
import { Jobs } from './jobs.ts';
import { LiveSources } from './live-sources.ts';
import { explained, Moves } from './moves.ts';
import type { Timers } from './timers.ts';

/**
 * One run of any chart: every actor of its system is adopted, what comes from outside is a fact and waits for its turn, what the actors do because of it is
 * recorded, and what reaches outside begins when all of that is stored. On a silent stage nothing begins: so a log is played again.
 */
export class ChartCore implements ChartPort, RunCore {
  readonly chart: Chart;
  readonly log: RunLog;
  readonly jobs: Jobs;
  readonly paths: ActorPaths;
  readonly sources: LiveSources;
  readonly timers: Timers;
  readonly #parts: CoreParts;
  readonly #queue: FactQueue<ChartFact>;
  readonly #moves: Moves;
  readonly #taken = new Set<string>();
  readonly #standing: Standing | undefined;
  readonly #awaiting: (() => void)[] = [];
  #root: AnyActorRef | undefined;
  #deliveries: Deliveries | undefined;
  #isDeciding = false;
  #hasEnded = false;
  #ending: (() => void) | undefined;

  constructor(parts: CoreParts) {
    const { chart, log, stage } = parts;
    [this.#parts, this.chart, this.log] = [parts, chart, log];
    this.jobs = new Jobs(stage.isLive);
    this.paths = new ActorPaths(chart.name);
    this.#moves = new Moves(this, parts.isStrict);
    this.#standing = chart.standing?.();
    this.sources = new LiveSources({
      chart,
      run: log.run,
      paths: this.paths,
      jobs: this.jobs,
      note: (actor, note) => this.note(actor, note),
      threw: ({ key, ref }, thrown) => settle(this, key, { thrown }, ref),
    });
    this.timers = timersOf(this, stage, () => this.#queue.at);
    this.#queue = new FactQueue(log, stage, {
      gate: () => this.#root && gateOf(this.#root.system),
      takeBegun: () => this.#takeBegun(),
      fail: (error) => this.fail(error),
      handing: ({ isControl, stored }) => {
        this.#isDeciding = true;
        if (!isControl) this.jobs.renew();
        if (stored) this.#awaiting.push(stored);
      },
    });
  }

  get root(): AnyActorRef | undefined {
    return this.#root;
  }
  get hasEnded(): boolean {
    return this.#hasEnded;
  }
  get isOver(): boolean {
    return this.#queue.isOver;
  }

  get waiting(): FactSource['waiting'] {
    return this.#queue.waiting;
  }

  proceed(): void {
    this.#queue.proceed();
  }

  hand(fact: Entry): void {
    handFact(this, fact);
  }

  flush(hasEnd: boolean): void {
    this.#queue.pump();
    if (hasEnd) this.#writeEnd();
  }

  pathOf(ref: AnyActorRef): string {
    return this.paths.of(ref) ?? this.chart.name;
  }

  knows(id: string): boolean {
    return this.#taken.has(id);
  }

  add(fact: ChartFact): void {
    this.#queue.add(fact);
  }

  append(entry: NewEntry): Entry {
    if (entry.type === 'event.received' && entry.data.id !== undefined) this.#taken.add(entry.data.id);
    const kept = this.#queue.append(entry);
    this.#standing?.add(kept);
    return kept;
  }

  note(actor: string, note: Note): void {
    if (this.#isDeciding) this.append({ type: note.type, data: note.data, actor } as NewEntry); // the same note
  }

  deliver(delivery: Delivery): void {
    this.#deliveries?.enter(delivery);
  }

  inside(decision: () => void): void {
    this.#deliveries?.inside(decision);
  }

  /** Begins the run: the first fact makes the actors. */
  open(opening: EntryData['chart.started']): void {
    const { chart, onRoot } = this.#parts;
    const hand = () => {
      const kept = this.append({ type: 'chart.started', actor: chart.name, data: opening });
      this.note(chart.name, { type: 'status.changed', data: { status: 'executing', state: 'started' } });
      const surroundings = { now: () => this.#queue.at, random: new SeededRandom(opening.seed), chart: chart.name };
      const root = decide(surroundings, () =>
        createActor(chart.machine, {
          id: chart.name,
          input: this.read(kept.data, 'input'),
          inspect: (event) => this.#inspect(event),
        }),
      );
      const deliveries = deliveriesOf(root.system);
      deliveries.around = (decision) => decide(surroundings, decision);
      deliveries.outside = (delivery) => receive(this, delivery);
      deliveries.facts = this;
      this.#deliveries = deliveries;
      root.subscribe({ error: (error) => this.end('failed', error) });
      onRoot?.(root);
      deliveries.inside(() => root.start());
    };
    this.add({ to: chart.name, event: 'chart.started', hand });
  }

  end(status: EndStatus, error?: unknown): void {
    if (this.#ending) return;
    // What was held back for a run that has failed is not wanted any more.
    if (status === 'completed') this.jobs.release();
    else this.jobs.drop();
    this.#ending = () => {
      this.#hasEnded = true;
      const failure = status === 'completed' ? this.#standing?.failure : undefined;
      if (failure) noteEnd(this, 'failed', failure);
      else noteEnd(this, status, explained(error, this.chart.name, this.#parts.isStrict));
      this.#queue.close();
    };
    if (status === 'cancelled') this.#ending();
  }

  #writeEnd(): void {
    const hand = this.#ending;
    if (hand && !this.#hasEnded) this.add({ to: this.chart.name, event: 'the end', hand, isControl: true });
  }

  restore(): void {
    restore(this);
  }

  leave(): void {
    const { writing, isHeld } = this.#queue;
    // An end that is being stored, or has been, is not taken back.
    if ((this.#hasEnded && !isHeld) || !this.#queue.break()) return;
    this.#hasEnded = false;
    this.#stopAll();
    const { stage } = this.#parts;
    if (writing) void writing.catch((error) => stage.failed(error)).then(() => stage.closed());
    else stage.closed();
  }

  fail(error: unknown): void {
    if (!this.#queue.break()) return;
    this.#stopAll();
    this.#parts.stage.failed(error);
    this.#parts.stage.closed();
  }

  read(data: object, field: string): unknown {
    return readData((data as Readonly<Record<string, unknown>>)[field], (path) => this.paths.at(path)); // or nothing
  }

  write(value: unknown, what: string): unknown {
    return toData(value, what, (found) => (isActor(found) ? this.paths.of(found) : undefined));
  }

  #takeBegun(): () => void {
    // Of a run that has ended nothing is done again: the last actions come before the entries of its end. A replay learns from the log that they came.
    if (this.jobs.isLive && !this.jobs.hasActions && !this.#hasEnded) this.#ending?.();
    if (this.#standing && !this.#ending) noteWait(this, this.#standing);
    this.#isDeciding = false;
    const begin = this.jobs.take();
    const awaiting = this.#awaiting.splice(0);
    return () => {
      for (const stored of awaiting) stored();
      begin();
      if (this.jobs.isLive) this.#writeEnd();
      if (this.#hasEnded) this.#stopAll();
    };
  }

  #inspect(event: InspectionEvent): void {
    const ref = event.actorRef as AnyActorRef; // every actor of a system is one
    if (event.type === '@xstate.snapshot') {
      this.#moves.record(ref, event.snapshot);
      if (ref === this.#root && event.snapshot.status === 'done') this.end('completed');
    }
    if (event.type !== '@xstate.actor') return;
    if (!this.#root) {
      this.#root = ref;
      numberActors(ref);
      replaceScheduler(ref.system, this.timers);
    }
    adopt(this, ref);
  }

  #stopAll(): void {
    this.timers.close();
    this.sources.stopAll();
    this.jobs.close();
  }
}
