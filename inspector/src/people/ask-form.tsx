import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { PlanFacts } from '../review/plan-facts.tsx';
import { ReviewDecision } from '../review/review-decision.tsx';
import { AnswerForm } from './answer-form.tsx';
import { CallForm } from './call-form.tsx';
import { ChoiceForm } from './choice-form.tsx';
import { Commands } from './commands.tsx';
import { SchemaForm } from './schema-form.tsx';

/** The ways to answer what a run asks. */
export function AskForm({ ask }: { ask: OpenAsk }) {
  if (ask.commands) {
    return (
      <>
        {ask.kind === 'plan-review' ? <PlanFacts /> : null}
        <Commands ask={ask} commands={ask.commands} />
      </>
    );
  }
  switch (ask.kind) {
    case 'approval':
      return <CallForm ask={ask} />;
    case 'form':
      return <SchemaForm ask={ask} />;
    case 'choice':
      return <ChoiceForm ask={ask} />;
    case 'plan-review':
      return <ReviewDecision ask={ask} />;
    default:
      return <AnswerForm ask={ask} />;
  }
}
