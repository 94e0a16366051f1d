import { scriptedModel, thinking } from 'troupe/testing';

/** The one question that is rehearsed. */
export const question = 'What do 3 lamps and 2 chairs cost?';

/** Stands in for a language model: what it would answer to that question, call by call. All else is real: the plan, the tool, the log. */
export const rehearsal = () =>
  scriptedModel([
    {
      purpose: 'think',
      reply: thinking({ steps: [{ id: '1', task: 'price the order', specialist: 'seller' }], answerFrom: '1' }),
    },
    {
      purpose: 'work',
      step: '1',
      reply: {
        toolCalls: [
          {
            name: 'price_order',
            arguments: '{"items":[{"product":"lamp","pieces":3},{"product":"chair","pieces":2}]}',
          },
        ],
      },
    },
    {
      purpose: 'work',
      step: '1',
      reply: ({ messages }) => `The price list says:\n\n${messages.at(-1)?.content}`,
    },
  ]);
