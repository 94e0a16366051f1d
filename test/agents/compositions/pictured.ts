import {
  type Agent,
  agent,
  branch,
  loop,
  parallel,
  planExecuteReplan,
  sequence,
  supervisor,
} from '../../../src/agents/index.ts';
import { scriptedModel } from '../../../src/testing/scripted-model.ts';

const model = scriptedModel([]);
const named = (name: string) => agent({ name, description: `Stands for ${name} in a picture.`, model });
const description = 'Stands in a picture.';

/** The compositions that docs/agents.md draws, by the headings of their sections: each is that of its example. */
export const pictured: Readonly<Record<string, Agent>> = {
  Sequence: sequence({ name: 'guide', description, agents: [named('researcher'), named('writer')] }),
  Parallel: parallel({
    name: 'board',
    description,
    agents: [named('lawyer'), named('accountant')],
    join: named('chair'),
  }),
  Loop: loop({ name: 'studio', description, agents: [named('writer'), named('critic')], max: 5 }),
  Branch: branch({
    name: 'desk',
    description,
    agents: { billing: named('billing'), support: named('support') },
    decide: () => 'billing',
  }),
  Supervisor: supervisor({
    name: 'team',
    description,
    supervisor: named('lead'),
    agents: [named('search'), named('weather')],
  }),
  'Plan, execute, replan': planExecuteReplan({ name: 'travel', description, model }),
};
