import type { Measure } from './sense.ts';
import { wordsOf } from './units.ts';

/** Of these, less is better. */
const bad =
  /^(?:delay|late|lateness|overdue|error|defect|fault|failure|complaint|downtime|loss|fine|penalty|incident|accident|injury|absence|cancellation|return|refund|churn|wait|waiting|damage|mistake|foul|debt|crime|waste|pollution|emission)$/;
const badHan = /延误|延迟|晚点|迟到|错误|故障|投诉|损失|罚|事故|缺勤|等待|损坏|污染|排放|逾期|退货/;
/** Of these, people do not agree which is better. */
const open =
  /^(?:price|cost|fee|fare|rent|age|temperature|temp|wind|rain|humidity|distance|duration|time|weight|height|year|expense|tax|size|area|minute|hour|day|calorie)$/;
const openHan = /价|费|成本|年龄|温|湿|雨|风|距离|时长|体重|身高|面积/;

/** Whether the best of a measure is the highest one; nothing where nobody can tell. */
export function isMoreBetter({ columns, name }: Measure): boolean | undefined {
  const words = [...columns, name].flatMap((each) => wordsOf(each).map(({ plain }) => plain));
  const text = columns.join(' ');
  if (words.some((word) => bad.test(word)) || badHan.test(text)) return false;
  const isWhole = words.some((word) => word === 'total' || word === 'gross');
  return !isWhole && columns.length === 1 && (words.some((word) => open.test(word)) || openHan.test(text))
    ? undefined
    : true;
}
