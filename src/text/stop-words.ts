/** English words that say nothing about what a text is about. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being both but by can could did do does doing done
  down each else ever every few for from get give go going got had has have he her here hers him his how i if in into is it its just
  kindly let lets like ll look made make many may me might mine more most much must my need no nor not now of off ok okay on once one
  only or other our out over own per please put re really same shall she should show so some such take tell than thank thanks that
  the their them then there these they thing things this those through to too under until up us use ve very want was we well were
  what whats when where which while who whom whose why will with would yes yet you your yours`.split(/\s+/),
);

/** Han characters that only join others: no term goes across them. */
export const joiningHan = /[的了吗呢吧啊么呀哦是我你您他她它请给这那也都很与和及或在把被]/u;

/** Pairs of Han characters that say nothing about what a text is about. */
export const stopPairs: ReadonlySet<string> = new Set(
  '什么 为什 多少 怎么 怎样 如何 为何 哪些 哪个 一下 一个 一些 可以 能否 是否 请问 以及 还有 因为 所以 如果 但是 不过 然后 就是 没有 已经 现在 知道 告诉 帮忙 需要 谢谢 问题 关于 有关 分别 列出 给出 一共 几个'.split(
    ' ',
  ),
);
