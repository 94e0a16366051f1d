import type { PromiseActorLogic } from 'xstate';
import { askPerson } from '../actors/ask-person.ts';
import { findEffects } from '../actors/bound-effects.ts';
import { effect } from '../actors/effect.ts';
import type { JournalInput, journal } from '../actors/journal.ts';
import type { Note } from '../log/entry-types.ts';
import { deciderMachine } from '../machines/decider-machine.ts';
import { hostMachine } from '../machines/host/host-machine.ts';
import { plannerMachine } from '../machines/planner-machine.ts';
import { questionMachine } from '../machines/question-machine.ts';
import { reflectorMachine } from '../machines/reflector-machine.ts';
import { specialistMachine } from '../machines/specialist-machine.ts';
import { toolCallsMachine } from '../machines/tool-calls-machine.ts';

/** Questions to people and tools, filled the same way for everyone who may ask or use some. */
const question = questionMachine.provide({ actors: { person: askPerson, wait: effect('wait') } });
const toolCalls = toolCallsMachine.provide({ actors: { useTool: effect('useTool'), question } });

/** Puts what a chart has to say into the log of its run. */
function keep(system: Parameters<typeof findEffects>[0], run: string, actor: string, notes: readonly Note[]): void {
  if (notes.length === 0) return;
  const effects = findEffects(system, run);
  for (const note of notes) effects?.record({ ...note, actor });
}

/** The host with every slot filled: all effects go through the run's effects, which the journal opens. */
export function composeHost(opened: ReturnType<typeof journal>): typeof hostMachine {
  return hostMachine.provide({
    actors: {
      // The slot is typed as a promise; nobody reads the journal's snapshot.
      journal: opened as unknown as PromiseActorLogic<unknown, JournalInput>,
      analyze: effect('analyze'),
      think: effect('think'),
      toolCalls,
      answer: effect('answer'),
      finalize: effect('finalize'),
      structure: effect('structure'),
      wait: effect('wait'),
      planner: plannerMachine.provide({ actors: { draft: effect('draft'), wait: effect('wait') } }),
      decider: deciderMachine.provide({ actors: { decide: effect('decide'), wait: effect('wait') } }),
      specialist: specialistMachine.provide({
        actors: { ask: effect('ask'), toolCalls, question, wait: effect('wait') },
        actions: { record: ({ context, system }, notes) => keep(system, context.run, context.actor, notes) },
      }),
      reflector: reflectorMachine.provide({ actors: { reflect: effect('reflect'), toolCalls, wait: effect('wait') } }),
    },
    actions: {
      record: ({ context, system }, notes) => keep(system, context.run, 'host', [notes].flat()),
    },
  });
}
