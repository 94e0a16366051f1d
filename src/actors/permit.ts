import { messageOf } from '../errors.ts';
import {
  defaultFor,
  type Permission,
  type Policy,
  type PolicyCall,
  type PolicyContext,
  type PolicyDecision,
  type Ruling,
  ruledBy,
} from '../tools/policy.ts';
import type { Clock } from './clock.ts';

const defaultDecideMs = 10_000;

/**
 * What the policy says about a call: its first rule that matches, else its function, else its default. A function that throws, says nothing that can
 * be understood or takes too long leads to a person, with the reason.
 */
export async function permit(policy: Policy, clock: Clock, call: PolicyCall, about: PolicyContext): Promise<Ruling> {
  const ruled = ruledBy(policy, call, about.specialist);
  if (ruled !== undefined && ruled !== 'open') return ruled;
  if (!policy.decide) return defaultFor(policy, call);
  try {
    const decision = await inTime(policy.decide(call, about), policy.decideMs ?? defaultDecideMs, clock, about.signal);
    return toRuling(decision) ?? defaultFor(policy, call);
  } catch (error) {
    about.signal.throwIfAborted();
    return { verdict: 'ask', because: `The policy could not decide: ${messageOf(error)}` };
  }
}

const permissions: readonly unknown[] = ['allow', 'ask', 'refuse'] satisfies Permission[];

function toRuling(decision: PolicyDecision): Ruling | undefined {
  if (decision === undefined || decision === null) return undefined;
  const { verdict, because } = typeof decision === 'string' ? { verdict: decision } : (decision as Ruling); // looked at in the next lines
  if (!permissions.includes(verdict)) throw new Error(`"${String(verdict)}" is not one of ${permissions.join(', ')}.`);
  return { verdict, ...(because === undefined ? {} : { because: String(because) }) };
}

/** What is decided, unless that takes too long or nobody wants it any more. */
function inTime(
  decision: PolicyDecision | Promise<PolicyDecision>,
  ms: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<PolicyDecision> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => reject(new Error(`its function did not answer within ${ms} ms.`)));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    Promise.resolve(decision).then(resolve, reject).finally(stop);
  });
}
