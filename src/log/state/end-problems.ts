import { requestProblem } from '../../domain/message.ts';
import { endStateOf, executionStatuses, isEnded } from '../../domain/status.ts';
import type { RunState } from './run-state.ts';
import { held, type Problem, type Rule } from './state-problem.ts';

/** What contradicts how the run of a state ended, or that it has not. */
export function endProblems(state: RunState): Problem[] {
  const { executionStatus: status, metadata, currentStep } = state;
  const hasEnded = isEnded(status);
  const restingStep = endStateOf(status);
  const isAtRest = executionStatuses.some((each) => endStateOf(each) === currentStep);
  const wasRead = status !== 'pending' && status !== 'failed' && status !== 'cancelled';
  const request = requestProblem(state.originalMessages);
  return held([
    [state.sessionId === '', 'sessionId', state.sessionId, 'a run has an id'],
    [
      wasRead && request !== undefined,
      'originalMessages',
      state.originalMessages,
      `a run that is ${status} has a request that can be worked on`,
    ],
    [
      state.isCompleted !== (status === 'completed'),
      'isCompleted',
      state.isCompleted,
      `it is true for a completed run only, and this one is ${status}`,
    ],
    [state.isPaused && hasEnded, 'isPaused', state.isPaused, `a run that is ${status} is not paused`],
    ...answerRules(state),
    [
      hasEnded && state.shouldContinue,
      'shouldContinue',
      state.shouldContinue,
      `a run that is ${status} does not continue`,
    ],
    [
      hasEnded ? currentStep !== restingStep : currentStep === '' || isAtRest,
      'currentStep',
      currentStep,
      hasEnded ? `a run that is ${status} stands at "${restingStep}"` : `a run that is ${status} is under way`,
    ],
    [
      metadata.error !== undefined && status !== 'failed' && status !== 'timeout',
      'metadata.error',
      metadata.error,
      `a run that is ${status} has no error`,
    ],
    [
      state.isSimpleTask && state.currentPlan !== undefined,
      'isSimpleTask',
      state.isSimpleTask,
      'a simple run has no plan, and currentPlan is one',
    ],
    [state.isSimpleTask && state.roundNumber > 0, 'roundNumber', state.roundNumber, 'a simple run has no rounds'],
  ]);
}

function answerRules({ executionStatus: status, finalAnswer }: RunState): Rule[] {
  return [
    [status === 'completed' && !finalAnswer, 'finalAnswer', finalAnswer, 'a completed run has an answer'],
    [
      status === 'completed' && finalAnswer?.content === '',
      'finalAnswer.content',
      finalAnswer?.content,
      'a completed run has an answer',
    ],
    [
      isEnded(status) && status !== 'completed' && finalAnswer !== undefined,
      'finalAnswer',
      finalAnswer,
      `a run that is ${status} has no answer`,
    ],
    [
      finalAnswer !== undefined && finalAnswer.role !== 'assistant',
      'finalAnswer.role',
      finalAnswer?.role,
      'the answer is from "assistant"',
    ],
  ];
}
