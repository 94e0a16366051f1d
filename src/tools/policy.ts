import { z } from 'zod';
import { isRecord } from '../domain/is-record.ts';
import { milliseconds } from '../domain/limit.ts';
import type { RequestContext } from '../domain/options.ts';
import { definitionProblem, functionSchema } from '../domain/schemas/config-problem.ts';
import { TroupeError } from '../errors.ts';
import { matchesGlob } from '../text/matches-glob.ts';
import type { Capability } from './tool.ts';

/** What becomes of a call: it runs, a person is asked first, or the model reads that it may not. */
export type Permission = 'allow' | 'ask' | 'refuse';

/** What an argument has to be: equal to a value, like a text in which `*` stands for anything, or matched by an expression. */
export type ArgumentPattern = string | number | boolean | null | RegExp | { readonly matches: string };

/** What holds for some calls. What a rule does not name it does not look at. */
export interface PolicyRule {
  /** The name of a tool, or several; `*` stands for anything: `mail_*`. */
  readonly tool?: string | readonly string[];
  readonly specialist?: string | readonly string[];
  /** `unknown` for tools that do not say what they do. */
  readonly capability?: Capability | 'unknown' | readonly (Capability | 'unknown')[];
  /** By the path of an argument, such as `to` or `order.total`. All have to match. */
  readonly arguments?: Readonly<Record<string, ArgumentPattern>>;
  readonly verdict: Permission;
  /** Why: a person who is asked reads it, and the model when the call is refused. */
  readonly because?: string;
  /** How long a person has. @default `timeouts.approvalMs` */
  readonly approvalMs?: number;
  /** What counts when nobody answers in time. @default the policy's */
  readonly onTimeout?: 'allow' | 'refuse';
}

/** A call that the policy decides about. */
export interface PolicyCall {
  readonly tool: string;
  readonly capability: Capability | undefined;
  readonly arguments: unknown;
}

/** Who makes a call, and where. */
export interface PolicyContext {
  readonly run: string;
  /** The key of the call in its run. */
  readonly key: string;
  /** Absent for a look-up of the host. */
  readonly specialist?: string;
  readonly step?: string;
  /** Aborts when nobody waits for the verdict any more. */
  readonly signal: AbortSignal;
  /** What the caller knows about the request. */
  readonly context: RequestContext;
}

/** What a function of a policy says: a verdict, one with its reason, or nothing, which leaves it to the default. */
export type PolicyDecision = Permission | { readonly verdict: Permission; readonly because?: string } | undefined;

/** Which calls of tools run, which a person has to approve, and which are refused. */
export interface Policy {
  /** For what no rule and no function decides; tools that read run. @default 'ask' */
  readonly default?: Permission;
  /** The first that matches counts. */
  readonly rules?: readonly PolicyRule[];
  /** Asked when no rule matches. One that throws, or takes longer than `decideMs`, leads to a person. */
  readonly decide?: (call: PolicyCall, about: PolicyContext) => PolicyDecision | Promise<PolicyDecision>;
  /** How long `decide` may take. @default 10 seconds */
  readonly decideMs?: number;
  /** What counts when nobody answers in time. @default 'refuse' */
  readonly onTimeout?: 'allow' | 'refuse';
}

/** What the rules say about a call, as far as they do. */
export interface Ruling {
  readonly verdict: Permission;
  readonly because?: string;
  readonly approvalMs?: number;
  readonly onTimeout?: 'allow' | 'refuse';
}

const permission = z.enum(['allow', 'ask', 'refuse']);
const capability = z.enum(['read', 'write', 'network', 'exec', 'unknown']);
const names = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const matches = z.string().refine(isExpression, { error: 'this is no regular expression' });
const onTimeout = z.enum(['allow', 'refuse']);

export const policySchema = z.strictObject({
  default: permission.optional(),
  rules: z
    .array(
      z.strictObject({
        tool: names.optional(),
        specialist: names.optional(),
        capability: z.union([capability, z.array(capability).min(1)]).optional(),
        arguments: z
          .record(
            z.string(),
            z.union([
              z.string(),
              z.number(),
              z.boolean(),
              z.null(),
              z.custom<RegExp>((value) => value instanceof RegExp),
              z.strictObject({ matches }),
            ]),
          )
          .optional(),
        verdict: permission,
        because: z.string().optional(),
        approvalMs: milliseconds.optional(),
        onTimeout: onTimeout.optional(),
      }),
    )
    .optional(),
  decide: functionSchema.optional(),
  decideMs: milliseconds.optional(),
  onTimeout: onTimeout.optional(),
});

/** @throws TroupeError `bad-config` for a policy that cannot be understood: it must not let more through than was meant. */
export function checkPolicy(policy: Policy | undefined, of: string): void {
  const problem = definitionProblem({ policy }, z.object({ policy: policySchema.optional() }));
  if (problem) throw new TroupeError('bad-config', `${of}: ${problem}.`);
}

function isExpression(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/** The policy in which these capabilities are allowed, and a person is asked about all others. */
export const allowing = (allow: readonly Exclude<Capability, 'read'>[]): Policy =>
  allow.length === 0 ? {} : { rules: [{ capability: allow, verdict: 'allow' }] };

/** One policy after the other: the rules of the first count before those of the second. */
export const joined = (first: Policy, second: Policy): Policy => ({
  ...first,
  ...second,
  rules: [...(first.rules ?? []), ...(second.rules ?? [])],
});

/** What the rules say, without the function; nothing where they leave it to that. `isOpen` where it depends on arguments that are not known yet. */
export function ruledBy(
  policy: Policy,
  call: Omit<PolicyCall, 'arguments'> & { readonly arguments?: unknown },
  specialist: string | undefined,
): Ruling | 'open' | undefined {
  for (const rule of policy.rules ?? []) {
    if (!isAbout(rule, call, specialist)) continue;
    if (rule.arguments === undefined) return rule;
    if (call.arguments === undefined) return 'open';
    if (Object.entries(rule.arguments).every(([path, pattern]) => fits(valueAt(call.arguments, path), pattern))) {
      return rule;
    }
  }
  return undefined;
}

/** What will become of every call of a tool; nothing where that depends on the call. */
export function foreseen(
  policy: Policy,
  { name, capability }: { readonly name: string; readonly capability: Capability | undefined },
  caller: string | undefined,
): Permission | undefined {
  const ruled = ruledBy(policy, { tool: name, capability }, caller);
  if (ruled === 'open' || (ruled === undefined && policy.decide)) return undefined;
  return (ruled ?? defaultFor(policy, { capability })).verdict;
}

/** What holds where neither a rule nor a function says anything. */
export const defaultFor = (policy: Policy, call: Pick<PolicyCall, 'capability'>): Ruling => ({
  verdict: call.capability === 'read' ? 'allow' : (policy.default ?? 'ask'),
});

function isAbout(
  rule: PolicyRule,
  call: Pick<PolicyCall, 'tool' | 'capability'>,
  specialist: string | undefined,
): boolean {
  const isIn = (patterns: string | readonly string[] | undefined, name: string | undefined) =>
    patterns === undefined || (name !== undefined && [patterns].flat().some((each) => matchesGlob(each, name)));
  return (
    isIn(rule.tool, call.tool) &&
    isIn(rule.specialist, specialist) &&
    (rule.capability === undefined || [rule.capability].flat().includes(call.capability ?? 'unknown'))
  );
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (isRecord(at) || Array.isArray(at) ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined),
      value,
    );
}

function fits(value: unknown, pattern: ArgumentPattern): boolean {
  if (typeof pattern === 'string') return typeof value === 'string' && matchesGlob(pattern, value);
  if (typeof pattern !== 'object' || pattern === null) return value === pattern;
  const expression =
    pattern instanceof RegExp ? new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')) : undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text !== undefined && (expression ?? new RegExp((pattern as { matches: string }).matches, 'u')).test(text); // what is no RegExp holds one
}
