import type { Model, ModelRequest, ModelResponse } from '../models/model.ts';
import { ModelError } from '../models/model-error.ts';
import type { AgentBrief, Brief } from '../prompts/brief.ts';
import { directAnswer } from './direct-answer.ts';
import { finalize } from './finalize.ts';
import { plan } from './plan.ts';
import { readRequest } from './read-request.ts';
import { reflect } from './reflect.ts';
import { type Reply, say } from './reply.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { think } from './think.ts';
import { withExamples } from './with-examples.ts';
import { withUnseen } from './with-unseen.ts';
import { work } from './work.ts';

/** What the offline rules work on. */
export interface OfflineModelOptions {
  /** The files that questions may be about: `.csv`, `.tsv`, `.json`, `.md`, `.txt`. @default [] */
  readonly files?: readonly string[];
}

/**
 * The offline rules: they stand where a language model stands and answer from the brief, never from a prompt. They do what
 * they can explain word by word and refuse the rest by name. They cost no model call.
 */
export function offlineModel({ files = [] }: OfflineModelOptions = {}): Model {
  const look = surroundingsOf(files);
  return {
    name: 'offline rules',
    isFree: true,
    call: async (request) => {
      stopIfAborted(request);
      const { brief } = request;
      const seen = await look('specialists' in brief ? brief.specialists : [], request.signal);
      const around = await withExamples(brief, seen, request.signal);
      stopIfAborted(request);
      const reply = withUnseen(brief, respond(brief, around));
      if (reply.text !== '') request.onDelta?.(reply.text);
      for (const [index, { name, arguments: text }] of reply.toolCalls.entries()) {
        request.onCallDelta?.({ index, name, text });
      }
      return toResponse(reply);
    },
  };
}

function respond(brief: Brief | AgentBrief, around: Surroundings): Reply {
  switch (brief.purpose) {
    case 'think':
      return think(brief, around);
    case 'answer':
      return say(directAnswer(brief, readRequest(brief.messages, around), around).text);
    case 'plan':
      return say(plan(brief, around));
    case 'work':
      return work(brief, around);
    case 'decide':
      throw new ModelError(
        'refusal',
        `The offline rules cannot judge "${brief.condition}". Write it as a condition on a step, such as: step 1 failed.`,
      );
    case 'reflect':
      return reflect(brief, around);
    case 'finalize':
      return say(finalize(brief));
    case 'structure':
      throw new ModelError(
        'refusal',
        `The offline rules cannot put an answer into the shape "${brief.shape.name}". Use a language model for models.answering.`,
      );
    case 'agent':
      throw new ModelError(
        'refusal',
        `The offline rules cannot be the agent "${brief.agent}": it needs a language model. Give it one, such as openaiModel({ model }).`,
      );
  }
}

function toResponse({ text, toolCalls }: Reply): ModelResponse {
  const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  return { text, toolCalls, finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop', usage };
}

function stopIfAborted({ signal }: ModelRequest): void {
  if (signal.aborted) throw new ModelError('aborted', 'The call was stopped.', { cause: signal.reason });
}
