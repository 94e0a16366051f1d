/** What a message wants, as far as rules can say. */
export type IntentKind =
  | 'question'
  | 'request'
  | 'follow-up'
  | 'correction'
  | 'complaint'
  | 'confirmation'
  | 'refusal'
  | 'greeting'
  | 'thanks'
  | 'answer'
  | 'statement';

/** What comes before the point: a greeting, thanks, a word of agreement, an exclamation. */
export const courtesy =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?|thank you|ok|okay|great|perfect|yes|sure|sorry|urgent|important|你好|您好|早上好|下午好|晚上好|谢谢|多谢|感谢|好的?|可以|是的|抱歉|紧急)[^,.!:;，。！：；\n]{0,30}[,.!:;，。！：；\n]{1,3}\s{0,5}/i;

/** How a message sounds. */
export type Tone = 'neutral' | 'positive' | 'frustrated' | 'urgent' | 'worried';

/** A cue, and how much it says. */
export type Cue<Kind> = readonly [kind: Kind, weight: number, pattern: RegExp];

// No pattern repeats without a bound, and each reads a bounded part of the text: see analyze-intent.ts.

export const intentCues: readonly Cue<IntentKind>[] = [
  ['question', 1.6, /[?？]["”」)]?\s{0,5}$/],
  ['question', 0.4, /[?？]/],
  [
    'question',
    2,
    /^(?:so |and |but |then |ok(?:ay)?,? ){0,2}(?:what|whats|what's|who|whose|whom|when|where|why|which|how)\b(?! about| if)/i,
  ],
  [
    'question',
    1.4,
    /^(?:is|are|was|were|do|does|did|has|have|can|could|will|would|should|may) (?:it|i|we|they|he|she|there|the|this|that|these|those|any|my|our|your)\b/i,
  ],
  ['question', 1, /\b(?:i wonder|do you know|any idea|tell me (?:what|who|when|where|why|how))\b/i],
  [
    'question',
    2,
    /什么|多少|怎么|怎样|如何|为什么|为何|哪[里儿个些年月天位种家]|谁|几[个点号月年天]|是否|能否|是不是|有没有|可不可以|多久|多大|多远/,
  ],
  ['question', 1.6, /[吗么呢]\s{0,3}[?？。!！]{0,3}\s{0,3}$/],
  [
    'request',
    2.6,
    /\b(?:could|can|would|will) you (?:please |also |now ){0,2}(?!tell me (?:what|who|when|where|why|how)|know)/i,
  ],
  [
    'request',
    2,
    /^(?:please |pls |kindly |now |then |ok(?:ay)?,? |and |also |first,? ){0,3}(?:add|analy[sz]e|answer|build|calculate|change|check|compare|compute|convert|count|create|delete|describe|design|do|draft|estimate|explain|export|extract|find|fix|forecast|format|generate|get|give|help|implement|improve|investigate|let|list|look|make|merge|open|optimi[sz]e|organi[sz]e|plan|plot|prepare|provide|read|recommend|refactor|remind|remove|rename|repeat|report|research|review|rewrite|run|search|send|set|show|simplify|sort|start|stop|suggest|summari[sz]e|take|tell|test|translate|try|update|use|verify|write)\b/i,
  ],
  ['request', 1.6, /\b(?:please|pls|i need|i want|i'd like|i would like|we need|help me|let's)\b/i],
  [
    'request',
    2,
    /^(?:好的?[，,]?|那么?|现在|然后|首先|先|再)?(?:请|帮我|帮忙|麻烦|给我|替我|把|写|做|画|列|查|算|计算|统计|分析|比较|对比|总结|汇总|生成|翻译|解释|说明|整理|制定|设计|修改|更新|删除|添加|创建|运行|推荐|检查|找出|预测|导出|提取|改写|继续|介绍|告诉|讲|订|预订|买|用.{1,20}(?:解释|写|翻译|说明|总结|介绍)|按.{1,12}(?:排序|分组|统计|汇总))/,
  ],
  ['request', 1.4, /请你?|帮我|帮忙|麻烦你?|能不能|可以帮|我[想需]要?|我希望|替我/],
  [
    'follow-up',
    3.2,
    /^(?:and|also|what about|how about|what if|same (?:for|with|again)|again|then what|anything else|and then|as for|for (?:the|only)|only|instead|in (?:the|that case)|likewise)\b/i,
  ],
  [
    'follow-up',
    1,
    /^(?:but|so|then|it|that|those|these|they|he|she|which one|the (?:first|second|third|last|other))\b/i,
  ],
  ['follow-up', 2.8, /^(?:那么?|还有|然后|另外|同样|其中|以及|再|又|继续|换成|改成|除此之外|如果).{0,30}/],
  ['follow-up', 2, /^.{1,12}呢\s{0,3}[?？]?\s{0,3}$/],
  [
    'follow-up',
    1.2,
    /(?:上面|刚才|之前|前面|上述|上次)|\b(?:as (?:above|before)|you (?:just )?(?:said|mentioned|wrote)|mentioned (?:above|earlier|before))\b/i,
  ],
  [
    'correction',
    3,
    /^(?:no[,.!]|nope|wrong|incorrect|actually|not (?:that|the|what|quite)|i meant?|i didn't mean|correction|sorry, (?:i|it|not)|that(?:'s| is) (?:not (?:right|correct|what)|wrong|incorrect))/i,
  ],
  [
    'correction',
    2,
    /\b(?:i meant?|i said|should (?:be|have been)|not .{1,40}? but|instead of|rather than|you misunderstood|that(?:'s| is) wrong|is incorrect)\b/i,
  ],
  ['correction', 3, /^(?:不对|不是的?|错了|你错|搞错|弄错|更正|纠正|我的意思|我是说|应该是)/],
  ['correction', 2, /不对|错了|不是.{1,20}而是|我的意思是|我是说|应该是|应为|改正|理解错/],
  [
    'complaint',
    2.6,
    /\b(?:does(?:n't| not) work|not working|still (?:broken|wrong|not|fails|failing)|useless|terrible|awful|ridiculous|unacceptable|disappoint(?:ed|ing)|waste of time|keeps? (?:failing|crashing)|fed up|annoying|broken|worst)\b/i,
  ],
  [
    'complaint',
    2.6,
    /没用|不能用|用不了|又(?:错|坏|崩|失败)|还是不[行对能]|太慢|太差|糟糕|垃圾|失望|投诉|浪费时间|受不了|气死|离谱|什么破/,
  ],
  [
    'confirmation',
    3.2,
    /^(?:yes|yeah|yep|yup|sure|ok|okay|right|correct|exactly|agreed|of course|go ahead|sounds good|that works|perfect|confirmed?|approved?|do it|fine|deal)\b[\s,.!]{0,3}/i,
  ],
  [
    'confirmation',
    3.2,
    /^(?:是的|对的?|好的?|行|可以|没错|没问题|同意|确认|嗯+|当然|就这样|正确|批准)(?:[，。！,.!\s吧啊呀]|$)/,
  ],
  ['refusal', 3, /^(?:no|nah|don't|do not|never|cancel|stop|not now|no thanks|no thank you)\b(?!\s{0,2}one)/i],
  ['refusal', 3.2, /^(?:不用|不要|不行|不可以|不同意|别|取消|算了|停)/],
  ['greeting', 3, /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings)\b/i],
  ['greeting', 3, /^(?:你好|您好|嗨|早上好|上午好|下午好|晚上好|大家好|哈喽)/],
  ['thanks', 3.4, /^(?:thanks?|thank you|thx|ty|cheers|much appreciated|great,? thanks?|perfect,? thanks?)\b/i],
  ['thanks', 1.6, /\b(?:thanks a lot|thank you(?: so| very)? much|thank you|appreciate it)\b/i],
  ['thanks', 3.4, /^(?:谢谢|多谢|感谢|谢了|辛苦)/],
  ['thanks', 1.2, /谢谢|感谢|多谢/],
  ['statement', 0.3, /[.。]\s{0,5}$/],
  ['statement', 0.3, /^(?:(?:i|we|he|she|the|my|our|there)\b|我|他|她|大家)/i],
];

export const toneCues: readonly Cue<Exclude<Tone, 'neutral'>>[] = [
  [
    'positive',
    1.2,
    /\b(?:thanks?|thank you|great|excellent|perfect|awesome|wonderful|love (?:it|this|that)|nice|amazing|brilliant|well done|good job|helpful|happy|glad|fantastic)\b|[😀😃😄😊🙂😍👍🎉❤]/iu,
  ],
  ['positive', 1.2, /谢谢|感谢|太好了|很好|非常好|完美|真棒|很棒|不错|厉害|喜欢|满意|开心|高兴|给力|优秀|辛苦了/],
  [
    'frustrated',
    2,
    /\b(?:again\?!|still (?:not|wrong|broken|fails|failing|doesn't)|doesn't work|not working|useless|ridiculous|terrible|awful|annoy(?:ed|ing)|frustrat(?:ed|ing)|fed up|sick of|how many times|waste of time|wtf|damn|unacceptable|disappoint(?:ed|ing)|worst|angry|for the (?:second|third|last) time|i already (?:said|told|asked))\b|[😠😡🤬😤]/iu,
  ],
  [
    'frustrated',
    2,
    /没用|还是不[行对能]|又错|又(?:坏|崩|失败)|烦|气死|生气|失望|受不了|太差|垃圾|离谱|浪费时间|说了多少[次遍]|到底|怎么又|什么破|无语/,
  ],
  ['frustrated', 0.8, /[?!？！]{3,9}|\b[A-Z]{4,20} [A-Z]{3,20}\b/],
  [
    'urgent',
    2,
    /\b(?:urgent(?:ly)?|asap|as soon as possible|immediately|right (?:now|away)|hurry|emergency|quickly|deadline|by (?:tonight|noon|end of (?:day|the day))|in (?:\d{1,3}|five|ten|an?) (?:minutes?|hours?)|time is running)\b/i,
  ],
  ['urgent', 2, /紧急|急需|尽快|马上|立刻|立即|赶紧|赶快|来不及|十万火急|火速|加急|截止|今天之内|今晚之前|很急|着急/],
  [
    'worried',
    1.8,
    /\b(?:worried|afraid|concern(?:ed|s)|anxious|nervous|scared|not sure if|is it safe|risk(?:y)?|panic)\b|[😟😰😨😥]/iu,
  ],
  ['worried', 1.8, /担心|害怕|焦虑|不安|紧张|忧虑|恐怕|会不会出(?:事|问题)|风险|怎么办/],
];
