import type { AnyStateMachine } from 'xstate';
import { TroupeError } from '../errors.ts';
import { hostMachine, plannerMachine, reflectorMachine, specialistMachine, toMermaid } from '../machines/index.ts';
import { nearestName } from './nearest-name.ts';

const charts: Readonly<Record<string, AnyStateMachine>> = {
  host: hostMachine,
  planner: plannerMachine,
  specialist: specialistMachine,
  reflector: reflectorMachine,
};

/** One chart as Mermaid text, or each in turn when none is named. */
export function graph(name?: string): string {
  if (name === undefined) return Object.values(charts).map(toMermaid).join('\n');
  const chart = Object.hasOwn(charts, name) ? charts[name] : undefined;
  if (chart) return toMermaid(chart);
  const names = Object.keys(charts);
  const near = nearestName(name, names);
  throw new TroupeError(
    'usage',
    `There is no chart "${name}".${near ? ` Did you mean "${near}"?` : ''} The charts are: ${names.join(', ')}.`,
  );
}
