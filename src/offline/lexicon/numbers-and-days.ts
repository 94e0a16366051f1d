/** The days of the week. */
export const weekdays: Readonly<Record<string, string>> = {
  Monday: 'monday | 周一 | 星期一',
  Tuesday: 'tuesday | 周二 | 星期二',
  Wednesday: 'wednesday | 周三 | 星期三',
  Thursday: 'thursday | 周四 | 星期四',
  Friday: 'friday | 周五 | 星期五',
  Saturday: 'saturday | 周六 | 星期六',
  Sunday: 'sunday | 周日 | 星期日 | 星期天',
};

/** Numbers that are written as words, from zero. */
export const numbers: readonly string[] = [
  'zero | 零',
  'one | 一',
  'two | 二 | 两',
  'three | 三',
  'four | 四',
  'five | 五',
  'six | 六',
  'seven | 七',
  'eight | 八',
  'nine | 九',
  'ten | 十',
];
