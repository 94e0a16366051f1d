import { partNote } from '../domain/part.ts';
import type { AgentBrief, Brief } from '../prompts/brief.ts';
import { type Reply, refusals } from './reply.ts';

const whys = {
  en: 'The offline rules read text only: they cannot see images or files that come with a message.',
  zh: '离线规则只读文字：看不到随消息附上的图片或文件。',
};

/** A reply that says plainly what nobody here can see. */
export function withUnseen(brief: Brief | AgentBrief, reply: Reply): Reply {
  if (brief.purpose !== 'think' && brief.purpose !== 'answer') return reply;
  const parts = brief.messages.findLast(({ role }) => role === 'user')?.parts ?? [];
  if (parts.length === 0) return reply;
  const why = whys[brief.language === 'zh' ? 'zh' : 'en'];
  const unseen = refusals([{ what: parts.map(partNote).join(' '), why }]);
  const [first] = reply.toolCalls;
  // A question of the user's that is about what cannot be seen does not become clearer by asking back.
  if (first?.name === 'ask_user') return { text: why, toolCalls: unseen };
  if (reply.text === '' && first?.name !== 'plan') return reply;
  const text = reply.text === '' ? '' : `${why}\n\n${reply.text}`;
  return { text, toolCalls: [...reply.toolCalls, ...unseen] };
}
