/** What a wish about answers may be about: only the last one about the same counts. */
const forms: readonly (readonly [about: string, pattern: RegExp])[] = [
  [
    'name',
    /\b(?:calls? me|address me|i go by)\b(?! (?:at|on|in|when|if|back|later|before|after|every|tomorrow|today|tonight)\b)|叫我(?!去|来|起|吃|做)|称呼我|喊我|管我叫/i,
  ],
  [
    'language',
    /\b(?:english|german|french|spanish|italian|portuguese|dutch|chinese|mandarin|japanese|korean|russian|polish|turkish|arabic|hindi|swedish|danish|norwegian|finnish|czech|greek|ukrainian|vietnamese|thai|my language)\b|[中英德法日韩俄]文|[英德法日韩俄汉]语|西班牙语|意大利语|葡萄牙语|普通话|粤语|简体|繁体/i,
  ],
  [
    'length',
    /\b(?:short|shorter|brief|briefly|concise|concisely|longer|detailed|in detail|verbose|(?:sentences?|words|lines|paragraphs?))\b|简短|简洁|简要|详细|详尽|[一两三]句话|字以内|长一点|短一点/i,
  ],
  ['emoji', /\bemojis?\b|表情/i],
  [
    'format',
    /\b(?:bullets?|bullet points|lists?(?! (?:your|the|all|my|every|each|any|them)\b)|tables?|markdown|plain text|headings?)\b|列表|表格|要点|分点|纯文本/i,
  ],
  [
    'units',
    /\b(?:metric|imperial|celsius|fahrenheit|(?<!\d\s?)(?:kilomet(?:er|re)s?|miles|kilograms?|pounds))\b|公制|英制|摄氏|华氏|公里|英里|公斤/i,
  ],
  ['currency', /(?<!\d\s?)\b(?:euros?|dollars?|yen|yuan|usd|eur|gbp|chf|cny)\b|欧元|美元|人民币|日元|英镑/i],
  ['tone', /\b(?:formal(?:ly)?|informal(?:ly)?|casual(?:ly)?|polite(?:ly)?|friendly)\b|正式|随意|礼貌|轻松|客气/i],
];

/** Words of what somebody writes or says. */
const ofAnswers =
  /\b(?:answer|repl(?:y|ies)|respon[ds]|writ(?:e|ing|ten)|explain|explanation|summar|speak|talk|tell|chat|messages?\b|prices?\b)|回答|回复|答案|说|写|解释|聊|语气|报价|价格/iu;
/** What somebody likes may be anything: "I love French wine" is about no answer. */
const taste =
  /(?<!['’]d |would )\b(?:like|love|hate|dislike|adore|enjoy|detest|fan of|into|keen on|fond of|big on|stand|bear|care for)\b|喜欢|讨厌|爱|受不了|习惯|烦|嫌/iu;
/** What a word before it describes and is no answer: "a short flight", "Greek yoghurt", 英文歌. */
const otherThing =
  /^(?:\s+(?!(?:language|tone|style|form|spelling|sentences?|paragraphs?|texts?|words?|bullet|and|but|or|please|only|over|to|than|when|whenever|if|unless|for|with|from|instead|rather|always|at|in|on|as|wherever|where|not|per|by|enough|now|again)\b)\p{L}|的(?!语气|方式|口吻|话|语言|表达|风格|说明)\p{L}|[歌书片菜餐酒课剧电小节新频老])/iu;
const described: ReadonlySet<string> = new Set(['language', 'length', 'tone']);
/** A table may be booked and a list be long: it is a form where something is put into it. */
const intoForm = /\b(?:use|using|no|avoid|skip|stop|without|prefer|as|in|into|with|want|need|make|more|fewer|only)\b/i;

/** What of answers a wish is about; nothing where it is about something else. */
export function formOf(statement: string): string | undefined {
  return forms.find(([about, pattern]) => {
    const found = pattern.exec(statement);
    if (!found || about === 'name' || about === 'emoji' || ofAnswers.test(statement)) return found !== null;
    if (taste.test(statement.slice(0, 80))) return false;
    const [before, after] = [statement.slice(0, found.index), statement.slice(found.index + found[0].length)];
    if (about === 'format' && /^(?:lists?|tables?)$/i.test(found[0])) return intoForm.test(before.slice(-30));
    return !described.has(about) || !otherThing.test(after);
  })?.[0];
}

/** Whether a topic is one of answers. */
export const isForm = (topic: string): boolean => forms.some(([about]) => about === topic);
