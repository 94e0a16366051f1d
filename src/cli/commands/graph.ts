import type { AnyStateMachine } from 'xstate';
import { ownValue } from '../../domain/own-value.ts';
import { TroupeError } from '../../errors.ts';
import {
  conversationMachine,
  deciderMachine,
  hostMachine,
  plannerMachine,
  reflectorMachine,
  specialistMachine,
  toMermaid,
  toolCallsMachine,
} from '../../machines/index.ts';
import { nearestName } from '../../text/nearest-name.ts';

/** The charts of a run. */
const runCharts: Readonly<Record<string, AnyStateMachine>> = {
  host: hostMachine,
  planner: plannerMachine,
  decider: deciderMachine,
  specialist: specialistMachine,
  reflector: reflectorMachine,
  toolCalls: toolCallsMachine,
};

const charts: Readonly<Record<string, AnyStateMachine>> = { ...runCharts, conversation: conversationMachine };

/** One chart as Mermaid text, or each of a run in turn when none is named. */
export function graph(name?: string): string {
  return name === undefined ? Object.values(runCharts).map(toMermaid).join('\n') : toMermaid(chartNamed(name));
}

/** The machine of that name, or an error that says which there are. */
export function chartNamed(name: string): AnyStateMachine {
  const chart = ownValue(charts, name);
  if (chart) return chart;
  const names = Object.keys(charts);
  const near = nearestName(name, names);
  throw new TroupeError(
    'usage',
    `There is no chart "${name}".${near ? ` Did you mean "${near}"?` : ''} The charts are: ${names.join(', ')}.`,
  );
}
