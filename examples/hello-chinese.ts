/** 你自己的两位专家，其中一位有一个工具，一起处理一个请求。它可以直接运行；有密钥时就去问模型。 */
import { createOrchestrator, defineSpecialist, defineTool } from 'troupe';
import { openaiModel } from 'troupe/openai';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const stock = defineTool({
  name: 'stock_level',
  description: '查询某种商品的库存数量。',
  capability: 'read', // 它什么都不改变，所以运行之前不必问人
  input: z.object({ product: z.string() }),
  run: ({ product }) => `${product}：12 件`,
});
const warehouse = defineSpecialist({ name: 'warehouse', description: '知道库存有多少。', tools: [stock] });
const buyer = defineSpecialist({
  name: 'buyer',
  description: '知道库存之后，订购不足 50 件的部分。',
  run: ({ inputs }) => `已订购 ${50 - Number(/\d+/.exec(inputs[0]?.text ?? '')?.[0])} 件。`,
});

const steps = [
  { id: '1', task: '台灯还有多少', specialist: 'warehouse' },
  { id: '2', task: '订购台灯', specialist: 'buyer', after: ['1'] },
];
const key = process.env.OPENAI_API_KEY;
const model = key
  ? openaiModel({ model: 'gpt-5.4-mini', apiKey: key })
  : scriptedModel([
      { purpose: 'think', reply: thinking({ steps, answerFrom: '2' }) },
      { purpose: 'work', reply: { toolCalls: [{ name: 'stock_level', arguments: '{"product":"台灯"}' }] } },
      { purpose: 'work', reply: '台灯有 12 件。' },
    ]);

const troupe = createOrchestrator({ model, specialists: [warehouse, buyer] });
const question = '订购台灯，使我们有 50 盏。';
const { message, status, plan, usage } = await troupe.invoke([{ role: 'user', content: question }]);

console.log(message.content);
for (const { id, assignedTo, result } of plan?.steps ?? []) console.log(`${id}. ${assignedTo}：${result}`);
console.log(`${status}，调用模型 ${usage.modelCalls} 次`);
