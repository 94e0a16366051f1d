import type { Callbacks, Model, ModelResponse, OrchestratorConfig, Specialist, Store } from 'troupe';
import { withStepIds } from '../../src/plan/condition.ts';
import type { PlanOutline } from '../../src/plan/plan-markdown.ts';

/** The ids of the scenarios that are called like something every object has while the suite runs with such ids. */
const inherited = new Map([
  ['a', 'constructor'],
  ['b', 'toString'],
  ['c', 'valueOf'],
  ['d', 'hasOwnProperty'],
  ['1', 'isPrototypeOf'],
  ['2', 'propertyIsEnumerable'],
  ['3', 'toLocaleString'],
]);
const plain = [...inherited].map(([id, name]) => [name, id] as const);
const idOf = (id: string) => inherited.get(id) ?? id;

/** A plan as it comes into a run: by this way alone steps get their ids. */
export function withInheritedIds(outline: PlanOutline): PlanOutline {
  const steps = outline.steps.map((step) => ({
    ...step,
    id: idOf(step.id),
    dependencies: step.dependencies.map(idOf),
    ...(step.when === undefined ? {} : { when: withStepIds(step.when, idOf) }),
  }));
  return { ...outline, steps, ...(outline.answerFrom === undefined ? {} : { answerFrom: idOf(outline.answerFrom) }) };
}

/** The moves that name a step, as a model makes them that saw its plain id. */
const naming = new Set(['use_result', 'go_on', 'read_result']);
const inInherited = (value: unknown): unknown => {
  if (typeof value === 'string') return idOf(value);
  if (Array.isArray(value)) return value.map(inInherited);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === 'why' ? each : inInherited(each)]),
  );
};
const withNamedSteps = (response: ModelResponse): ModelResponse => ({
  ...response,
  toolCalls: response.toolCalls.map((call) =>
    naming.has(call.name) ? { ...call, arguments: JSON.stringify(inInherited(JSON.parse(call.arguments))) } : call,
  ),
});

/** From what a scenario sees to what it stands for, so that it may hand it back: entries of a log. */
const originals = new WeakMap<object, object>();
const shown = new WeakMap<object, object>();

/** What comes out of a run as a scenario that knows nothing of the names expects it. What is no data is passed on. */
export function toPlain<T>(value: T): T {
  return translate(value) as T; // the same with other ids
}

function translate(value: unknown): unknown {
  if (typeof value === 'string') return plain.reduce((text, [name, id]) => text.replaceAll(name, id), value);
  if (Array.isArray(value)) return value.map(translate);
  if (value instanceof Promise) return value.then(translate);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if (shown.has(value)) return shown.get(value);
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [translate(key), translate(each)]));
  if (!('seq' in value)) return copy;
  // An entry of a log: stored or played again it is what was written.
  Object.defineProperty(copy, 'toJSON', { value: () => value });
  originals.set(copy, value);
  shown.set(value, copy);
  return copy;
}

/** What was handed back, as it was written. */
export function toOriginal<T>(value: T): T {
  if (Array.isArray(value)) return value.map(toOriginal) as T; // as many, in the same places
  return (typeof value === 'object' && value !== null ? (originals.get(value) ?? value) : value) as T; // the same thing
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** A function that gets what is handed back, and gives what a scenario may see. */
export function facing<F>(given: F): F {
  const call: AnyFunction = function (...args) {
    return face((given as AnyFunction).apply(this, args.map(inward))); // only functions are given
  };
  return call as F;
}

/** What is handed to the run: listeners hear what they may see, and a question is meant that a step of another name asks. */
function inward(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^s(\w+)#/, (_, id: string) => `s${idOf(id)}#`);
  if (typeof value === 'function') return (event: unknown) => value(toPlain(event));
  if (typeof value !== 'object' || value === null || !('callbacks' in value)) return toOriginal(value);
  return { ...value, callbacks: hearing(value.callbacks) };
}

/** What a run or an orchestrator gives, and what they are: their functions and properties face the scenario. */
export function face(value: unknown): unknown {
  if (value instanceof Promise) return value.then(face);
  if (typeof value !== 'object' || value === null) return toPlain(value);
  if ('fork' in value || 'steer' in value || 'append' in value) return facingObject(value);
  if ('run' in value && 'again' in value) return { ...value, run: face(value.run), again: toPlain(value.again) };
  if (Symbol.asyncIterator in value) return facingIterator(value as AsyncGenerator);
  return toPlain(value);
}

function facingObject<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_, name) {
      const property = Reflect.get(target, name) as unknown;
      // The actor, its machine and its snapshot are looked at as they are.
      if (name === 'actor' || name === 'machine' || name === 'snapshot') return property;
      return typeof property === 'function' ? facing(property.bind(target)) : face(property);
    },
  });
}

function facingIterator(source: AsyncGenerator): AsyncGenerator {
  return new Proxy(source, {
    get(_, name) {
      if (name === Symbol.asyncIterator) return () => facingIterator(source);
      const property = Reflect.get(source, name) as unknown;
      return typeof property === 'function' ? facing(property.bind(source)) : property;
    },
  });
}

function hearing(callbacks: unknown): unknown {
  if (Array.isArray(callbacks)) return callbacks.map(hearing);
  if (typeof callbacks !== 'object' || callbacks === null) return callbacks;
  return new Proxy(callbacks, {
    get(target, name) {
      const callback = Reflect.get(target, name) as unknown;
      if (typeof callback !== 'function') return callback;
      return (...args: unknown[]) => callback.apply(target, args.map(toPlain));
    },
  });
}

const seeing = (model: Model): Model =>
  typeof model?.call === 'function'
    ? { ...model, call: async (request) => withNamedSteps(await model.call(toPlain(request))) }
    : model;

function working(specialist: Specialist): Specialist {
  if (typeof specialist !== 'object') return specialist;
  const { run, stream, processInput, processOutput, model } = specialist;
  return {
    ...specialist,
    ...(model ? { model: seeing(model) } : {}),
    ...(run ? { run: (input) => run(toPlain(input)) } : {}),
    ...(stream ? { stream: (input) => stream(toPlain(input)) } : {}),
    ...(processInput ? { processInput: (input) => processInput(toPlain(input)) } : {}),
    ...(processOutput ? { processOutput: (output, input) => processOutput(output, toPlain(input)) } : {}),
  };
}

const storing = (store: Store): Store => ({
  ...store,
  append: (run, expected, entries, lease) => store.append(run, expected, toOriginal(entries), lease),
  read: async (run) => toOriginal(await store.read(run)),
});

/** A configuration whose models, specialists, callbacks and store see and give what a scenario knows. */
export function facingConfig(config: OrchestratorConfig): OrchestratorConfig {
  const models = Object.entries(config.models ?? {}).map(([part, model]) => [part, model && seeing(model)]);
  return {
    ...config,
    model: seeing(config.model),
    ...(config.models ? { models: Object.fromEntries(models) } : {}),
    ...(Array.isArray(config.specialists) ? { specialists: config.specialists.map(working) } : {}),
    ...(config.store ? { store: storing(config.store) } : {}),
    ...(config.callbacks ? { callbacks: hearing(config.callbacks) as Callbacks } : {}), // the same with other ears
  };
}
