import type { MemoryKind } from './memory-item.ts';
import type { MemoryRule } from './memory-rule.ts';

// Every pattern begins at the start of a statement, which has at most 300 characters, and repeats nothing without a bound.

const people =
  'daughters?|sons?|wife|husband|partner|mother|father|mom|mum|mama|dad|brothers?|sisters?|child|children|kids?|baby|toddler|twins|boss|manager|dogs?|cats?|friend|colleague|girlfriend|boyfriend|grandmother|grandfather|grandma|grandpa|granny|parents|family|team|assistant|doctor|neighbou?r|nephew|niece|uncle|aunt|cousin|roommate|flatmate|spouse|fianc[eé]e?|in-laws?|teenager';
const few = '(?:\\d{1,6}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const about = '(?:about |around |roughly |only |just |at most |up to |max(?:imum)? |maybe |a total of )?';
const money =
  '(?:[$€£¥]\\s?\\d|\\d[\\d,.]{0,12}\\s?(?:k\\b|euros?|dollars?|pounds|yuan|francs|bucks|usd|eur|gbp|chf|rmb))';
const condition =
  'allergic|intolerant|vegetarian|vegan|pescatarian|diabetic|c[o]?eliac|pregnant|lactose|gluten|married|divorced|single|retired|based|located|born|from|an? \\p{L}|left-handed|colou?r-?blind|deaf|blind|dyslexic|asthmatic|afraid of|scared of|terrified of|called|named|\\d';
const often = '(?:usually|normally|generally|typically|mostly|mainly|always|never|rarely|often|only|currently|also)';
const nowhere = '(?!(?:this|that|the|it|these|those)\\b)';
const weekOrMonth =
  '(?:the )?(?:end of|next|mid-?|early|late|noon|christmas|easter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|\\d{1,2}(?:st|nd|rd|th|[./-]\\d| \\p{L}{3}))';
/** What people say of the conversation itself, not of themselves. */
const passing =
  '(?:think|guess|mean|meant|want|need|know|see|wonder|hope|try|tried|get|got|have|had|do|did|am|are|was|were|will|would|could|can|should|must|may|might|cannot|ask|say|said|tell|told|send|sent|give|gave|believe|understand|understood|agree|appreciate|feel|felt|look|like|find|found|keep|went|made|saw|thank|thought|suppose|remember|forget|forgot|notice|expect|assume|wish|read|run|ran|put|write|wrote|copy|paste|click|open|call|just|don|didn|doesn|still|really|also|already|then|now|might|never|always|both|all|came|come|gotta|wanna|imagine|doubt|recommend|suggest|add|bet|apologi[sz]e|disagree|use|only|usually|often|rarely|mostly|mainly|normally|generally|typically|currently)';
const doing =
  '(?:trying|looking|going|getting|having|wondering|writing|thinking|talking|seeing|asking|being|doing|making|running|testing|reading|guessing|hoping|assuming|referring|building|sending|feeling|starting|leaving|coming|waiting|just|missing|sitting|kidding|joking|checking|adding|saying)';
/** What is worked on, and so is no trait of its owner. */
const work =
  '(?:code|files?|texts?|essay|draft|e?mails?|config|script|function|questions?|problems?|errors?|tables?|data|app|messages?|documents?|report|cv|screen|page|program|query|tests?|idea|guess|point|opinion|answer|request|list|plan|list|sentence|paragraph)';
const asked =
  '(?:translate|write|summari[sz]e|explain|check|fix|make|give|show|tell|help|find|look|read|compare|list|create|draft|rewrite|review|correct|convert|add|remove|change|update|use|put|take|send|book|order|plan|suggest|recommend|describe|let|try|run|open|calculate|count|search|get|go|do|be|set|turn|generate|improve|shorten|edit|proofread|analy[sz]e|format|sort|extract|pick|choose|imagine|pretend|act|see|here|there|what|how|is|are|can|could|should|would|will|does|did|it|this|that|these|those|thanks?|you|i|we|ask|call|pay|buy|wish|say)';
/** Whose matter a sentence in English is about, by its last word. */
export const personWord = new RegExp(`(?:^|\\s)(?:${people})$`, 'i');

const en = (kind: MemoryKind, ...patterns: string[]): MemoryRule => ({
  kind,
  pattern: new RegExp(`^(?:${patterns.join('|')})`, 'iu'),
});

/** What is remembered of what is said in English. */
export const rulesEn: readonly MemoryRule[] = [
  {
    isStanding: true,
    ...en(
      'instruction',
      '(?:from now on|from here on|from today(?: on)?|going forward|moving forward|starting (?:now|today)|at all times|every time|each time|by default|as a rule)\\b',
      "in (?:the )?future,? (?:please |always |never |only |do |don['’]t |answer|reply|write|use|call|send|give|keep|show|avoid|include|address)",
      'whenever (?:i|we|you)\\b',
    ),
  },
  en(
    'instruction',
    "(?:always|never|don['’]t ever|do not ever|no more|stop) (?!(?:\\p{L}{2,15}(?<!e)ed|heard|seen|been|had|thought|knew|known|said|got|done)\\b)\\p{L}{2,20}\\b",
    "i(?:['’]d| would) (?:appreciate it|be glad|be happy|be grateful|love it|prefer it) if you (?!could (?:send|check|help|look|tell))",
    'i (?:want|need) (?:my |your |the )?(?:answers?|replies)\\b|i (?:want|need) (?:short|brief|long|detailed|simple|plain|formal|concise) \\p{L}',
    '(?!this|that)[\\p{L}\\d -]{3,60} (?:when(?:ever)? (?:you (?:talk|speak|write|reply) to me|it comes to|possible)|whenever you can|wherever possible)\\b',
    '(?:treat|address|greet|talk to|speak to) me (?:like|as|in|with)\\b',
    "when (?:i|we|you) (?:ask|write|send|book|travel|give|reply|answer|talk|cook|code|fly|draft|suggest|recommend|work|quote)\\b.{0,80}, (?:please|always|never|use|don['’]t|give|keep|put|add|show|i (?:prefer|like|want))\\b",
    "(?:don['’]t|do not) (?:call|address|send|book|ask|suggest|recommend|offer|give|show|remind|text|ping) (?:me|us)\\b",
    "(?:don['’]t|do not) \\p{L}{2,15} .{0,40}\\b(?:for (?:me|us)|on \\p{L}{3,7}days?)\\b",
    "you (?:don['’]t (?:have|need) to|needn['’]t|do not (?:have|need) to|can (?:skip|drop|leave out|stop)|should (?:always|never))\\b",
    "(?:don['’]t|do not|no|avoid|skip) (?:(?!this|that|it\\b)[\\p{L}-]{2,15} ){0,3}(?:emojis?|jargon|markdown|small talk|disclaimers|bullet points|exclamation marks|slang|tables)\\b",
    "(?:i want|i need|i(?:['’]d| would) like) (?:you to (?:always|never|stop|keep|call|use|answer|speak|reply)|(?:all|every) (?:the |my )?(?:answers?|replies|emails?|prices|dates|drafts?|numbers))\\b",
  ),
  {
    ...en(
      'instruction',
      '(?!.{0,60}\\b(?:says?|said|told|wrote|writes|reads|states|asked|asks|claims|returned|returns|printed|prints|replied|answered|contains|shows|outputs?)\\b).{3,250}\\b(?:from now on|going forward|in future|in the future|every time|at all times|always|by default)(?:,? please)?[.!]?$',
    ),
    isWhole: true,
    isStanding: true,
  },
  en(
    'preference',
    "(?:i|we)(?:['’]d| would)? (?:really |much |strongly |always |generally |usually )?(?:prefer|rather)\\b",
    "(?:i|we) (?:really |absolutely |just |also )?(?:hate|dislike|love|adore|enjoy|detest|don['’]t (?:really )?(?:like|enjoy|care for)|do not like|can['’]t (?:stand|bear))\\b",
    `(?:i|we) (?:really |quite |also )?like ${nowhere}\\p{L}`,
    '(?:i|we) (?:really )?like (?:the (?:window|aisle|quiet)|it when)\\b',
    "(?:i|we)(?:['’]m| am|['’]re| are) (?:really |also )?(?:not )?(?:an? (?:big |huge )?fan of|(?:big |really )?into|big on|keen on|fond of)\\b",
    '(?:you (?:can|may|should) )?(?:call me|address me as) \\p{L}',
    '(?:everyone|everybody|people|friends|my friends|most people) calls? me\\b',
    'i go by \\p{L}',
    "(?:not )?(?:an? )?(?:big |huge )?fan of\\b|can['’]t (?:stand|bear) |(?:hate|love|prefer) (?!to (?:see|hear|know)\\b)\\p{L}{3}",
    'no (?!problem|worries|idea|need|way|rush|more)\\p{L}{2,20}(?: \\p{L}{2,20})? for (?:me|us)\\b',
  ),
  ...[
    en(
      'fact',
      "(?:my|our) [\\p{L}'’ -]{2,40}? (?:is|are|was|were|has|have|had|can['’]?t|cannot|can|must|should|needs?|likes?|loves?|hates?|prefers?|doesn['’]t|don['’]t|does not|do not|never|only|eats?|lives?|works?|will|starts?|ends?|begins?|arrives?|leaves?|moved|turns?|got|isn['’]t|aren['’]t|won['’]t)\\b",
      `(?:my|our) (?:\\p{L}{1,15} ){0,2}(?:${people}) (?:\\p{L}{3,15}ly )?(?!(?:says|tells|asks|thinks|wants|keeps|sends|writes|claims|insists|suggests|calls)\\b)\\p{L}{2,15}s\\b`,
      `(?:my|our) (?:\\p{L}{1,15} ){0,2}(?:${people})['’]s (?:${condition}|not |in |turning )`,
      "(?:my |our |the )?(?:full |first |last |phone |home |e-?mail )?(?:name|birthday|anniversary|budget|age|job|address|e?mail|number|time ?zone|deadline|limit)['’]s \\p{L}?",
      `(?:i|we)(?: am| are|['’]m|['’]re) (?:now |also |not |no longer |actually |originally |currently |severely |very )?(?:${condition})`,
      `(?:i|we)(?: am| are|['’]m|['’]re) on (?:an? )?(?:\\p{L}{1,15}[- ]){0,2}(?:diet|budget|medication|insulin|leave|visa|keto)\\b`,
      `(?:i|we)(?: am| are|['’]re)? ${few} (?:people|persons|adults|of us)\\b`,
      `(?:there (?:are|will be)|there['’]s) (?:only )?${few} of us\\b`,
      `it['’]s (?:just |only )?(?:${few}|the ${few}) of us\\b`,
    ),
    en(
      'fact',
      '(?:i|we) (?:now |currently |both )?(?:live (?:in|at|on|with|near)|work (?:at|for|as|in|from|with|nights|remotely|part)|study|come from|grew up|was born|were born|own|drive|ride|teach|commute|turned? \\d|run (?:an?|my)\\b|speak \\p{L})',
      "(?:i|we)(?:['’]ve|['’]re|['’]m| have| are| am)? (?:just |recently |already )?(?:moved|moving|relocated|switched|switching|changed jobs|quit|retired)\\b",
      `(?:i|we) (?:${often} )?use ${nowhere}\\p{L}`,
      `(?:i|we) ${often} (?!(?:\\p{L}{2,15}ed|said|got|get|had|knew|thought|meant|saw|went|see|found|need|want|know)\\b)\\p{L}`,
      "(?:i|we) (?:don['’]t|do not|can['’]?t|cannot|never|no longer|must not|may not|only|shouldn['’]t|avoid) (?:eat|have (?!to\\b)|drink|fly|drive|take|travel|spend|pay|go over|go above|exceed|work|smoke|live|digest|tolerate|handle|do \\p{L}|own|speak)",
      '(?:i|we) (?:avoid|quit|gave up|stopped (?:eating|drinking|smoking)) \\p{L}',
      '(?:i|we) (?:can|may|could) (?:only |maybe )?(?:spend|pay|afford|invest)\\b',
      `(?:i|we)(?: only| also)?(?: have| have got|['’]ve got| got) ${about}(?:${few}|${money}|an? (?:\\p{L}{1,15} ){0,2}(?:allergy|intolerance|condition|disease|disorder|car|house|flat|apartment|degree|phd|baby|${people})|allerg|diabetes|asthma|adhd|dyslexia|epilepsy|migraines|high blood|no (?:car|children|kids|time|budget|driving)|until)`,
      '(?:i|we) (?:need|have|must|got|want)(?: to)? (?:be |get |have |finish |submit |hand |it |this |the |my |our |send ).{0,80}\\b(?:by|before|until) ' +
        weekOrMonth,
    ),
    en(
      'fact',
      '(?:the|our|my|total|maximum|its)? ?[\\p{L} -]{0,30}?(?:budget|deadline|spending limit|due date)\\b.{0,60}? (?:is|are|was|will be|has been|went|goes|moved|changed)\\b',
      `(?:the|my|our|it|this) ?[\\p{L} -]{0,40}?(?:(?:is|are) due|['’]s due|has to be (?:done|in|ready|finished)|must be (?:done|in|ready|finished)) (?:on |by |in |at |before |this )?${weekOrMonth}`,
      `(?:the )?(?:budget|limit|max(?:imum)?)(?: is|:)? ${about}${money}`,
      "\\p{Lu}\\p{L}{1,20}(?: is allergic| cannot eat| can['’]t eat| doesn['’]t eat| is my | is our |['’]s birthday)",
    ),
  ],
  en(
    'fact',
    `(?:i|we) (?:${often} )?(?!${passing}\\b)(?!\\p{L}{2,15}(?<!e)ed\\b)\\p{L}{3,15} (?!(?:this|that|it|these|those|you|your|following|above)\\b)[\\p{L}\\d]`,
    '(?:i|we) do (?:all|most|some|no|my|our|not)\\b',
    `(?:i|we)(?:['’]m| am|['’]re| are) (?:currently |also |still )?(?!${doing}\\b)\\p{L}{2,15}ing (?!(?:this|that|it|these|those)\\b)\\p{L}`,
    `(?:i|we)\\b.{0,50}\\b(?:spend|spending|pay|paying|budget|budgeted|afford)\\b.{0,20}\\d`,
    `(?:the|my|our) [\\p{L} '’-]{2,40} (?:runs out|expires?|ends?|starts?|begins?|closes|opens|is on|are on|is in|moved to|is now on|takes place|got moved to|was moved to|is set for|has been moved to) (?:on |in |at |by |to )?${weekOrMonth}`,
    "(?!this|that|it\\b|which|you)[\\p{L} '’-]{2,30} (?:makes?|gives?|upsets?|triggers?) (?:me|us|my)\\b",
    'allerg(?:ic|y) to \\p{L}',
    "(?:i|we)(?:['’]ve| have) (?:recently |just |always |also )?(?:been (?!trying|looking|wondering|thinking|told)|lived|worked|had an?|lost|given up|never|always|known)\\b",
    "(?:i|we)(?:['’]m| am|['’]re| are) (?:off|in|at|under|over|without|out of|away|available|free|busy|unable|used to|new to|bad at|good at|short on|tall|over)\\b(?! (?:trouble|luck|sorry|it)\\b)",
    "the (?:dog|cat|baby|kids?|children|wife|husband|company|boss|team)(?:['’]s| is| are) \\p{L}",
    `(?:the |my |our )?[\\p{L} '’-]{2,40} (?:is|are|got|was|has been|have been)? ?(?:due|pushed|postponed|rescheduled|brought forward|moved) (?:on|to|by|until|back to) (?:the )?(?:${weekOrMonth}|\\d)`,
  ),
  {
    ...en('fact', `(?!${asked}\\b)[\\p{L}, '’-]{2,40}\\b(?:my|our) (?!(?:\\p{L}{1,15} )?${work}\\b)\\p{L}`),
    isWhole: true,
  },
  // With regard to case: a name.
  {
    kind: 'fact',
    pattern:
      /^[Ii](?:['’]m| am) (?!Sorry|Done|Back|Fine|Ready|Here|Sure|Glad|Happy)\p{Lu}\p{Ll}{1,20}(?: \p{Lu}\p{Ll}{1,20})?(?=[.,!]|$| from | and )/u,
  },
];
