import { withoutEnd } from '../../text/without-end.ts';

/** What the user says when nothing is asked about any file. */
export type Talk = 'greeting' | 'thanks' | 'abilities' | 'files';

/** The kind of small talk that a clause is, if it is any. */
export function talkOf(clause: string): Talk | undefined {
  const text = withoutEnd(clause, /[\p{P}\s]/u).trimStart();
  if (
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|你好|您好|嗨|早上好|下午好|晚上好)(?:\s+(?:there|all|everyone|troupe))?$/i.test(
      text,
    )
  )
    return 'greeting';
  if (/^(?:thanks?(?: you)?(?: very much)?|thank you|thx|谢谢|多谢|谢谢你)$/i.test(text)) return 'thanks';
  if (
    /^(?:help|what can you do|what do you do|who are you|how do (?:you|i) (?:work|start|use .*)|你能做什么|你会什么|你是谁|帮助|怎么用)$/i.test(
      text,
    )
  )
    return 'abilities';
  if (
    /^(?:which|what|list|show)(?: the| my| all)* files?(?: are there| do you have| are given| can you (?:see|read))?$|^(?:有)?哪些文件$/i.test(
      text,
    )
  )
    return 'files';
  return undefined;
}

/** True for "do it": something is wanted, and no word says what. */
export function isVague(asked: string): boolean {
  const text = asked.trim().replace(/\s+/g, ' ');
  return (
    /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:do|fix|run|make|handle|check|go|start|continue|try|analy[sz]e|help)?\s*(?:it|that|this|something|them|the (?:data|file)|me|on|again)?$/i.test(
      text,
    ) || /^(?:做吧|开始|继续|弄一下|处理一下|看一下|搞定它?|做一下|帮我做)$/.test(text)
  );
}
