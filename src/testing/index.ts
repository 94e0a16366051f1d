/** The public test kit. */
export {
  childDone,
  childFailed,
  type Edge,
  type Exploration,
  type ExploredState,
  type ExploreOptions,
  edgesOf,
  explore,
} from './explore.ts';
export {
  type Reply,
  reflection,
  type ScriptedModel,
  type ScriptLine,
  scriptedModel,
  thinking,
} from './scripted-model.ts';
export { shelfContract } from './shelf-contract.ts';
export { type SimulatedClock, simulatedClock } from './simulated-clock.ts';
export { sampleEntries, storeContract } from './store-contract.ts';
export type { TestRunner } from './store-test.ts';
