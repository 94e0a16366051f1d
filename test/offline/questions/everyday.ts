import type { Question } from './raw.ts';

const found = (ask: Question['ask'], ...has: readonly string[]): Question => ({ ask, has });
const none = (ask: string): Question => ({ ask, refused: [] });

/** Everyday words for what documents call otherwise, and amounts that they do not have. */
export const everyday: Readonly<Record<string, readonly Question[]>> = {
  canoe: [
    found("what's the earliest we can pick up our canoe?", 'ready from 9.15 am'),
    found('How soon do I get the deposit back?', 'within three working days'),
    found('when do we have to bring the canoe back?', 'by 5.30 pm'),
    found('how much is it if I lose a paddle?', '£18'),
    found('where do I get rid of empty bottles?', 'green skip at Mill Weir'),
    found('can I have a cigarette indoors?', 'not allowed inside'),
    found('how often are the CO alarms checked?', 'first Monday of each month'),
    found("what's the cut-off for getting into the lock?", 'at 4 pm'),
    found('What time does the lock start working?', 'from 10 am'),
    found('How much is the Beaver for 4 hours?', '£31'),
    none('How much does the Beaver cost for three days?'),
    none('how much is the Otter for six hours?'),
    none('How much does a tent cost?'),
    none('Who is the owner of the boathouse?'),
  ],
  活动中心: [
    found('多大岁数可以报名？', '年满十六周岁'),
    found('一季顶多能报几门课？', '最多选报两门'),
    found('开学才一个星期就不想学了，能拿回多少钱？', '八成'),
    found('借书证丢了，再办一张要花多少钱？', '8 元'),
    found('老伴陪我来，要交钱吗？', '免费'),
    found('吃素的话午饭多少钱？', '素食套餐 12 元'),
    found('下雨了太极拳去哪里打？', '二楼排练厅'),
    found('书拿回家多少天内要还？', '借期二十天'),
    found('想换到别的班，最晚什么时候提出来？', '两周内'),
    none('中心的主任叫什么名字？'),
    none('学唱歌一季多少钱？'),
    none('明年的学费会不会涨？'),
  ],
};
