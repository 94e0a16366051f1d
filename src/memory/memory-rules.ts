import type { MemoryKind } from './memory-item.ts';

// Every pattern begins at the start of a sentence, which has at most 300 characters, and repeats nothing without a bound.

/** What may stand before the point. */
export const leadIn =
  /^(?:(?:actually|also|and|but|so|well|oh|ok(?:ay)?|no|yes|sorry|hi|hello|thanks|great|by the way|btw|fyi|just so you know|correction|please|one more thing|for the record)[,:.!]?\s{1,3}|(?:另外|对了|其实|不对|不是|顺便说一?下|哦|好的|请|还有|补充一下|更正一下?|更正|麻烦你?|谢谢)[，,：:！!。]?\s{0,3})/i;

/** What is said to be remembered, whatever it is. */
export const askedToRemember =
  /^(?:remember|keep in mind|note|don['’]t forget|do not forget|bear in mind)(?: that| this|:|,)?\s{1,3}(?!when|how|what|where|who|why)|^(?:你)?(?:要)?(?:记住|记得|记一下|记下|牢记|别忘了|不要忘了)(?:这[一个]?点)?[，,：:]?\s{0,3}/i;

/** What nobody means to have remembered. */
export const noMatter =
  /^(?:never mind|always\b.{0,3}$|my (?:\p{L}{1,15} ){0,2}(?:questions?|problems?|issues?|guess|points?|requests?|ideas?|concerns?|understanding|mistake|bad)\b|my (?:files?|code|errors?)\b|i(?:['’]m| am) an? (?:bit|little)\b|(?:我|我们)(?:有(?:一个|个|点|些)?(?:问题|疑问|建议|想法|意见)|是说|是想|是不是|有没有|能不能|不能理解|的(?:问题|意思|想法|理解))|以后再(?:说|谈|看|聊))/iu;

/** A sentence that asks or supposes says nothing. */
export const noStatement =
  /[?？][”"」』)）]?$|[吗呢吧][。.!！]?$|^(?:(?:if|when|unless|suppose|assuming)\b|如果|假如|要是|假设|当)/i;

const people =
  'daughters?|sons?|wife|husband|partner|mother|father|mom|mum|dad|brothers?|sisters?|child|children|kids?|baby|boss|manager|dog|cat|friend|colleague|girlfriend|boyfriend|grandmother|grandfather|parents|family|team|assistant|doctor|neighbou?r';
const few = '(?:\\d{1,6}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';

/** Whose matter a sentence in English is about, by its last word. */
export const personWord = new RegExp(`(?:^|\\s)(?:${people})$`, 'i');
/** The same in Chinese. */
export const personHan =
  /(?:女儿|儿子|妻子|太太|老婆|丈夫|老公|先生|妈妈|爸爸|母亲|父亲|哥哥|弟弟|姐姐|妹妹|孩子|宝宝|老板|经理|同事|朋友|狗|猫|爷爷|奶奶|外公|外婆|家人|父母|团队)$/u;

const en = (pattern: string) => new RegExp(`^(?:${pattern})`, 'iu');

/** What a sentence has to begin with to be remembered, and as what. */
export const rules: readonly (readonly [kind: MemoryKind, pattern: RegExp])[] = [
  [
    'instruction',
    en(
      [
        '(?:from now on|from here on|from today(?: on)?|going forward|starting (?:now|today)|at all times|every time|each time)\\b',
        "in (?:the )?future,? (?:please |always |never |only |do |don['’]t |answer|reply|write|use|call|send|give|keep|show|avoid|include|address)",
        "(?:always|never|don['’]t ever|do not ever|no more|stop) \\p{L}{2,20}\\b",
        'whenever (?:i|we|you)\\b',
        '.{3,250}\\b(?:from now on|going forward|in future|in the future|every time|at all times)[.!]?$',
      ].join('|'),
    ),
  ],
  [
    'instruction',
    /^(?:你)?(?:以后|今后|往后|从现在(?:起|开始)|从今以后|从今天(?:起|开始)|从今往后|每次|每一次|总是|一律|永远|不要再|别再|再也不要)/u,
  ],
  [
    'preference',
    en(
      [
        "(?:i|we)(?:['’]d| would)? (?:really |much |strongly |always |generally )?(?:prefer|rather)\\b",
        "(?:i|we) (?:really )?(?:hate|dislike|love|don['’]t like|do not like|can['’]t stand)\\b",
        '(?:i|we) (?:really )?like (?:my|your|the|short|brief|concise|long|it when|to)\\b',
        '(?:you (?:can|may|should) )?(?:call me|address me as) \\p{L}',
      ].join('|'),
    ),
  ],
  [
    'preference',
    /^(?:我|我们|咱们)(?:更|比较|最|很|都|一般|通常)?(?:喜欢(?!的)|偏好|倾向|讨厌|不喜欢(?!的)|习惯)|^(?:你)?(?:可以)?(?:叫我|称呼我)/u,
  ],
  [
    'fact',
    en(
      [
        "(?:my|our) [\\p{L}'’ -]{2,40}? (?:is|are|was|were|has|have|had|can['’]?t|cannot|can|must|should|needs?|likes?|loves?|hates?|prefers?|doesn['’]t|don['’]t|does not|do not|never|only|eats?|lives?|works?|will|starts?|ends?|begins?|arrives?|leaves?|moved|turns?|got)\\b",
        "(?:i|we)(?: am| are|['’]m|['’]re) (?:now |also |not )?(?:allergic|intolerant|vegetarian|vegan|diabetic|c[o]?eliac|pregnant|lactose|married|divorced|retired|based|located|born|from|an? \\p{L}|left-handed|colou?r-?blind|deaf|blind|afraid of|called|\\d)",
        `(?:i|we)(?: am| are|['’]re)? ${few} (?:people|persons|adults|of us)\\b`,
        `there (?:are|will be) (?:only )?${few} of us\\b`,
        '(?:i|we) (?:now )?(?:live (?:in|at|on|with)|work (?:at|for|as|in|from)|study|moved to|come from|grew up|was born|were born|own an?|drive an?|speak \\p{L})',
        "(?:i|we) (?:don['’]t|do not|can['’]?t|cannot|never|no longer|must not|may not|only) (?:eat|drink|fly|drive|take|travel|spend|pay|go over|exceed|work|smoke)\\b",
        '(?:i|we) (?:can|may|could) (?:only )?(?:spend|pay|afford|invest)\\b',
        `(?:i|we) (?:only )?have (?:${few}|an? (?:allergy|${people})|allerg|diabetes|asthma|at most|up to|until|no (?:car|children|kids|time|budget))`,
        '(?:the|our|my|total|maximum|its)? ?[\\p{L} -]{0,30}?(?:budget|deadline|spending limit)\\b.{0,60}? (?:is|are|was|will be|has been|went|goes|moved|changed)\\b',
        "\\p{Lu}\\p{L}{1,20}(?: is allergic| cannot eat| can['’]t eat| doesn['’]t eat| is my | is our |['’]s birthday)",
      ].join('|'),
    ),
  ],
  [
    'fact',
    /^(?:我|我们|咱们|我家|本人)(?:的)?[\p{Script=Han}A-Za-z]{0,10}?(?:是|有|叫|住在|搬到|在.{1,15}(?:工作|上班|上学|读书)|不能|不可以|不吃|不喝|不会|对.{1,15}过敏|过敏|最多|至多|只能|只有|预算|生日|会说|吃素|害怕|患有|喜欢|讨厌|今年|到期)/u,
  ],
  [
    'fact',
    /^(?:总|我们的|这次的?|本次|旅行|项目|今年的?)?.{0,10}?(?:预算|截止日期|截止时间|期限)(?:现在)?(?:是|为|改为|改成|改到|定为|不超过|最多|只有|降到|提高到|：|:)/u,
  ],
  ['fact', /^(?:我们)?(?:一共|总共)?(?:有)?(?:\d{1,3}|[两二三四五六七八九十]{1,3})(?:个人|人|位)/u],
];
