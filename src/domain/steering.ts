import { z } from 'zod';

/**
 * What a message that comes while a run works can do in each state of the host; the first of each list is the default.
 *
 * - `think`: it joins the thinking, which begins again with it. Where the host waits for an answer, it is the answer.
 * - `restart`: what is being answered is dropped, and the thinking begins again with it.
 * - `plan`: the plan is updated by it, while steps that the update does not change keep running.
 * - `judge`: the results are judged again, with it in view; the plan may be updated for it.
 * - `answer`: the answer is written again, with it in view.
 * - `queue`: nothing is interrupted; the next judgement or answer takes it into account.
 *
 * `pending`, `judging` and `collecting` are not listed: the host passes through them without waiting for anything.
 */
export const steeringTable = {
  analyzing: ['think'],
  thinking: ['think'],
  lookingUp: ['think'],
  clarifying: ['think'],
  answering: ['restart', 'answer'],
  planning: ['plan', 'queue'],
  reviewingPlan: ['plan', 'queue'],
  executing: ['plan', 'queue'],
  reflecting: ['judge', 'queue'],
  updatingPlan: ['plan', 'queue'],
  finalizing: ['judge', 'answer'],
} as const;

/** A state of the host in which a message can come. */
export type SteeredState = keyof typeof steeringTable;

/** What a message does in a state. */
export type Steering = (typeof steeringTable)[SteeredState][number];

const choice = <State extends SteeredState>(state: State) =>
  z.enum(steeringTable[state]).default(steeringTable[state][0]);

export const steeringSchema = z
  .strictObject({
    analyzing: choice('analyzing'),
    thinking: choice('thinking'),
    lookingUp: choice('lookingUp'),
    clarifying: choice('clarifying'),
    answering: choice('answering'),
    planning: choice('planning'),
    reviewingPlan: choice('reviewingPlan'),
    executing: choice('executing'),
    reflecting: choice('reflecting'),
    updatingPlan: choice('updatingPlan'),
    finalizing: choice('finalizing'),
  })
  .prefault({});
