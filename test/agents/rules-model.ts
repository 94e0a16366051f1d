import type { Model, ModelRequest } from '../../src/models/model.ts';

/** What the world is asked: the keys of calls of models and tools, each time one is begun. */
export type Asked = (key: string) => void;

/** A model that answers by a function of its request, and notes every call. */
export const modelOf = (
  reply: (
    request: ModelRequest,
    agent: string,
  ) => { text?: string; calls?: readonly { name: string; input: object }[] },
  asked: Asked = () => {},
): Model => ({
  name: 'rules',
  async call(request) {
    asked(request.key);
    const agent = request.brief.purpose === 'agent' ? request.brief.agent : '';
    const { text = '', calls = [] } = reply(request, agent);
    await null;
    return {
      text,
      toolCalls: calls.map(({ name, input }, index) => ({
        id: `c${request.messages.length}-${index}`,
        name,
        arguments: JSON.stringify(input),
      })),
      finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
      usage: { modelCalls: 1, inputTokens: 10, outputTokens: 5 },
    };
  },
});

/** The results of tools that a request has, the newest last. */
export const toolResults = ({ messages }: ModelRequest): readonly string[] =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
