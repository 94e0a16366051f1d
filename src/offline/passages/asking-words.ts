import { stopWords } from '../../text/stop-words.ts';
import { rootOf } from './roots.ts';

/** What a question asks for, by which an answer is told from a passage that only speaks of the same things. */
export type AnswerKind = 'money' | 'number' | 'duration' | 'clock' | 'time' | 'person' | 'place';

const kinds: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'money',
    /\bhow (?:much (?:is|are|for|money|do (?:i|we|you) (?:pay|get|have to pay))|expensive)\b|\b(?:what|how much) (?:do|does|did|will|would|must|should)\b[^.?]{0,60}\b(?:pay|owe|earn|charge)\b|多少钱/i,
  ],
  ['duration', /\bhow (?:long|soon|quickly)\b|多久|多长时间|几天|几个?月|几年|几小时|几周|多少天/i],
  ['clock', /\bwhat time\b|\bo'clock\b|几点/i],
  [
    'time',
    /\bwhen\b|\b(?:what|which) (?:day|date|month)\b|\bdeadline\b|\bhow (?:late|early)\b|什么时候|何时|几号|哪天|哪一天|哪日|截止|时间是/i,
  ],
  [
    'number',
    /\bhow (?:many|much|often|high|heavy|tall|wide|far|old|big|large|loud|fast)\b|多少|几次|几个|几名|几间|几台|多重|多高|多大|多远/i,
  ],
  ['person', /\bwho(?:m|se)?\b|谁|哪位|何人/i],
  ['place', /\bwhere\b|哪里|哪儿|在哪|何处|什么地方|什么地点/i],
];
const sums = /\b(?:costs?|prices?|priced|fees?|expensive|rent|salary|wage)\b|价格|价钱|费用是|租金|房租|收费|工资/i;

/** The kind of answer that a question asks for, if its words say so: what stands first says it, "how much" before "when". */
export function kindAsked(question: string): AnswerKind | undefined {
  const found = kinds.flatMap(([kind, sign]) => {
    const at = question.search(sign);
    return at < 0 ? [] : [{ kind, at }];
  });
  const first = found.reduce<(typeof found)[number] | undefined>(
    (top, next) => (top && top.at <= next.at ? top : next),
    undefined,
  );
  const isSum = first === undefined || first.kind === 'number';
  return isSum && sums.test(question) ? 'money' : first?.kind;
}

const figure =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|ninety|hundred|thousand|dozen|half|once|twice|double|every|daily|weekly|monthly|yearly|annually|unlimited|each (?:day|week|month|year|season|term))\b|[零一二两三四五六七八九十百千万半每][天个次名人元月年日小分周份位点号米公克层楼岁倍折台间张条件届批万千百]/iu;
/** How long something takes, or is. */
const span =
  /\d[:.]\d\d|\b(?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|quarters?|years?|terms?|characters?|letters?|pages?|words?|mm|cm|m|km|met(?:er|re)s?|feet|ft|inch(?:es)?|miles?|until|daily|weekly|monthly|yearly|annually|unlimited)\b/i;
const amount =
  /\d|[€$£¥]|\b(?:free|no (?:extra )?(?:charge|cost)|included|on us|costs? nothing|euros?|dollars?|pounds?|half|double)\b|[一二两三四五六七八九十百千万半]+\s*(?:元|块|美元|欧元|成)|全额|免费|免票|不收|包含/iu;
const money =
  /[€$£¥%]|\b(?:euros?|dollars?|pounds?|francs?|usd|eur|chf|gbp|cents?|free|included|on us|costs? nothing)\b|元|块钱|[一二三四五六七八九半]成|全额|免费|免票|不收|费由/iu;
const moment =
  /\d[:.]\d\d|\d(?:st|nd|rd|th|\s?(?:am|pm|a\.m|p\.m|o'clock))\b|\b(?:19|20)\d\d\b|\b(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekdays?|weekends?|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|days?|weeks?|months?|years?|hours?|minutes?|daily|weekly|monthly|yearly|always|never|morning|noon|afternoon|evening|night|midnight|today|tomorrow|immediately|at once|straight away|once|after|before|until|by|within|during|end|beginning|if|when|unless|as soon)\b|[月日号点周天时前后]|立即|立刻|马上|当|如/iu;
/** "1.50 euros per hour" is a rate, not a time. */
const rate =
  /\b(?:per|an?|each|every|half) (?:half |first )?(?:day|week|month|year|hour|minute)\b|\b(?:half|first half) hour\b/giu;
/** "1.50 euros" is no time of day. */
const sum = /[€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:euros?|dollars?|pounds?|pence|cents?|[€$£¥%]|元|块)/giu;
const clock =
  /\d[:.]\d\d|\d\s?(?:am|pm|a\.m|p\.m|h\b|o'clock)|\b(?:noon|midnight|midday)\b|[\d一二两三四五六七八九十]\s?[点时]|中午|午夜/iu;
const monthOrDay =
  /^(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|may|june|july|august|september|october|november|december|i)$/i;
const role =
  /\b(?:managers?|leads?|leaders?|supervisors?|boss(?:es)?|directors?|officers?|heads?|teams?|desk|finance|departments?|board|committee|owners?|reception|support|hosts?|employees?|staff|colleagues?|customers?|members?|guests?|visitors?|adults?|children|parents?|person|people|nobody|everyone|everybody|anyone|anybody|hotline|helpline|extension|dealers?|recipients?|insurance|service desk|administrators?|admins?|students?|users?|doctors?)\b|[\w.]@[\w.]/i;
/** "50 GB for each person" says nothing of who. */
const anyone = /\b(?:each|every|per) (?:person|member|employee|adult|visitor|guest|user|customer|student)\b/gi;
const unit = /\b(?:HR|IT|CEO|CFO|CTO|COO)\b/;
const hanPerson =
  /(?:^|[^\p{Script=Han}]|[由向和与请找是：、，。给到处])[赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹苏潘葛范彭鲁韦马方俞任袁柳鲍史唐费廉薛雷贺倪汤罗毕郝安常于傅卞齐伍余顾孟黄穆萧尹姚邵汪毛禹米贝明臧成戴宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季贾路江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万柯卢莫房丁邓洪包石崔吉龚程邢裴陆荣翁段富焦叶白蒲乔龙文温庄柴阎连习容向古易廖曾关刘詹欧][\p{Script=Han}]{1,2}|经理|主管|部|人员|员工|负责|老师|主任|领导|客服|前台|管理|财务|人事|行政|会员|儿童|家属|客户|公司|本人|专员|总监|医生|店长|热线/u;

/** Whether a text can be an answer of a kind. */
export function isOfKind(text: string, kind: AnswerKind): boolean {
  switch (kind) {
    case 'money':
      return money.test(text) && amount.test(text);
    case 'number':
      return figure.test(text);
    case 'duration':
      return figure.test(text) && (/\p{Script=Han}/u.test(text) || span.test(text));
    case 'clock':
      return clock.test(text.replace(sum, ''));
    case 'time':
      return moment.test(text.replace(sum, '').replace(rate, ''));
    case 'person':
      return role.test(text.replace(anyone, '')) || unit.test(text) || hanPerson.test(text) || hasName(text);
    default:
      return true;
  }
}

/** A word with a capital that does not begin a sentence, or two that do. */
function hasName(text: string): boolean {
  const names =
    text.match(/(?<=[\p{Ll}\p{N}\p{Script=Han}][,;:)]? {0,2})\p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu) ?? [];
  return names.some((name) => !monthOrDay.test(name));
}

const rootsOf = (words: string) => new Set(words.trim().split(/\s+/).map(rootOf));

/** Words that say how a question asks: what they ask for is told by its kind. They help to choose a passage and need not stand in it. */
const asking = rootsOf(`
  long many much often time day days hour hours week weeks month months year years date number amount cost costs price prices fee fees policy policies rule rules
  procedure process regulation regulations where when who which what how late latest early earliest soon far kind sort type way answer question exactly total
  anyone anybody someone somebody everyone everybody person people company firm employer allowed allow permitted permit possible able mean means happen happens
  high low large big good right per each every current currently usual usually normal normally actually really ever still already again also exact
  money pay paid deadline whether responsible charge expensive cheap due required mandatory necessary obligatory else
`);

/** Words of doing, of degree and of manner that rarely change what is asked: a passage may say it without them, and the answer says that they are not found. */
const soft = rootsOf(`
  bring get got receive receives obtain use uses used using want wants wish need needs have has keep take takes taken make makes do does go goes going come comes
  put give gives given offer offers offered provide provides provided handle handled deal work works working happen apply applies concern concerns regarding
  find look see show know knows think say says tell told ask asks asked help start let try please contact reach talk speak inform call stay stays spend spent 
  carry held place occur occurs expect expected cover covers covered count counts claim
  maximum minimum max min most least highest lowest limit limited cap average approximately roughly around about exactly
  private privately personal personally own new newly old certain specific particular main official officially internal external general common different
  properly correctly quickly safely automatically directly immediately separately together online alone myself ourselves yourself
  must should may might can could would will shall be been being
  begin begins start starts started arrive arrives took gave made went came kept met enough library office workplace school club shop museum team department organization
  information info detail details stuff item items thing things case cases reason reasons option options chance situation situations document documents guide guideline guidelines manual handbook minutes note notes
  arrange arranged manage managed organize organized conduct introduce introduced decide decided decision agree agreed
  someone's staff employee employees worker workers colleague colleagues
  hand whole entire full single extra additional available
  duty wear wearing empty per percent percentage share unit units piece pieces
  version kind feature features
`);

const numberWords = 'one two three four five six seven eight nine ten'.split(' ').map(rootOf);

/** What a word does in a question: nothing, asks, describes loosely, or says what it is about. */
export type Part = 'none' | 'asks' | 'soft' | 'topic';

const helping: ReadonlySet<string> = new Set(
  "i'm i'd i've i'll don't doesn't didn't can't won't isn't aren't wasn't mustn't shouldn't couldn't it's that's there's what's who's where's when's how's let's we're you're they're us up say says said tell something anything along document documents file files search find according mentioned".split(
    ' ',
  ),
);

/** Words that are verbs of little meaning behind these, and something of their own elsewhere: "can I leave", "annual leave". */
const subject = /^(?:i|we|you|they|to|can|may|should|must|it|he|she|people|one)$/i;
const verbs: ReadonlySet<string> = rootsOf(
  'leave call book set drop turn run live place store move pass ride drive travel walk go sit',
);

/** The part of a Latin word behind another one; numbers are about something. */
export function partOf(word: string, before = ''): Part {
  if (subject.test(before) && verbs.has(rootOf(word))) return 'soft';
  // "How far" asks for a distance, "so far" for nothing.
  if (before.toLowerCase() === 'how' && word.toLowerCase() === 'far') return 'topic';
  // "How late" asks for a time, "too late" is what it is about.
  if (before.toLowerCase() !== 'how' && word.toLowerCase() === 'late') return 'topic';
  return ownPartOf(word);
}

function ownPartOf(word: string): Part {
  const text = word.toLowerCase().replace('’', "'");
  if (word !== 'May' && (stopWords.has(text) || helping.has(text))) return 'none';
  const root = rootOf(text);
  if (asking.has(root)) return 'asks';
  return soft.has(root) || numberWords.includes(root) ? 'soft' : 'topic';
}

const hanNone =
  /^(?:的|了|是|在|和|与|及|或|吗|呢|吧|啊|有|为|对|从|到|把|被|让|就|都|也|很|不|没|请|要|会|能|可以|能否|是否|可否|我|你|您|他|她|它|我们|你们|他们|咱们|自己|这|那|这个|那个|每|个|得|着|过|之|其|所|给|跟|向|于|以|而|但|还|又|再|才|只|并|且|如果|的话|一下|关于|有关|请问|想|怎么|怎样|如何|什么|哪个|哪些|哪|谁|何|多少|几|多|有没有|需要|应该|必须|应|须|需|得到|告诉|知道|文档|文件|里|里面|中|上|下|内|外|等|后|前|时|时候|么|嘛|呀|哦|该|此|各|另|来|去|出|进|起|行|好|家|本|新|大|小|公司|单位|员工)$/;
const hanAsks =
  /^(?:什么时候|何时|几点|几号|哪天|哪一天|多久|多长|多长时间|时间|多少天|多少钱|几\p{Script=Han}|多少\p{Script=Han}|几(?:个月|个|天|点钟?|次|名|位|年|月|号|周|小时|分钟|元|间|台|件|人|楼|层|岁|份|种|条|家|倍)|多少(?:钱|天|人|个|次|元|年|月|个月|小时|份|名|位|时间)|哪里|哪儿|在哪|在哪里|什么地方|地点|地方|怎么办|为什么|多大|多高|多重|多远|规定|标准|要求|流程|政策|制度|办法|方式|费用|价格|价钱|收费|要钱|天内|之内|以内|以上|以下|超过|最多|最少|最晚|最早|最高|最低|截止|负责|负责人|允许|准许|能不能|可不可以|要不要|是不是|有多少|一共|总共|分别|具体|日期|期限|人|钱|天|元|次|名|位|号|点|月|年|日|周|小时|分钟|半天|全天|目前|现在|原因|[一两二三四五六七八九十半](?:学期|季度)|[一两二三四五六七八九十半][季天份次个名位人月年周点件台张元块班场趟顿晚堂期批间套家条本])$/u;
const hanSoft =
  /^(?:干|干活|花多少钱|花多少|要花|花钱|提出|提出来|学校|社区|小区|中心|以后|别的|哪位|的是|那次|那个|这次|回家|有没有可能|耽误|毛病|顺便|带|吃|用|拿|交|办|办理|弄|做|买|住|坐|开|关|看|找|问|说|叫|打|穿|走|放|搞|换|领|取|拿到|使用|参加|进行|举行|举办|安排|提供|享受|获得|收到|得到|申请|联系|处理|决定|计划|打算|准备|发生|属于|包括|包含|适用|通过|进来|进去|带来|进入|过来|回来|出去|来自|位于|设在|采取|实行|开始|内容|情况|事情|事项|东西|问题|相关|信息|最近|今年|本次|这次|私人|个人|新的|左右|大约|大概|一般|通常|平时|每个|每次|每人|每份|一个|一份|一次|一名|一位|成为|达到|完成|方面|部分|其他|主要|直接|马上|尽快|提前|事先)$/u;

/** Things that have a name of one character; any other one is too little to say what is asked about. */
const hanThings = /^[狗猫犬鸟鱼车船酒烟茶饭菜药书画琴歌舞球票鞋衣伞灯门窗床桌椅墙树花草米油盐糖肉蛋奶税]$/;
/** 到会, 能有: two that only help, which a segmenter takes for a word. */
const hanHelpers = /^[会能要可想去来有到是在不得被把给让从向过][会能要可想去来有到是在不得被把给让从向过扣报送批用拿]$/;

/** The part of a Han word. */
export function hanPartOf(word: string): Part {
  if (hanHelpers.test(word)) return 'none';
  if ([...word].length === 1 && !hanNone.test(word) && !hanAsks.test(word))
    return hanThings.test(word) ? 'topic' : 'asks';
  if (hanNone.test(word)) return 'none';
  if (hanAsks.test(word)) return 'asks';
  return hanSoft.test(word) ? 'soft' : 'topic';
}
