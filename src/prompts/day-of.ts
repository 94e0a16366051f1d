const english = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const chinese = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'];

/** A date such as `2026-11-18` with its day of the week, which a model would have to work out; what is no date stays as it is. */
const withDay = (date: string, names: readonly string[], join: (day: string) => string): string => {
  const day = names[new Date(`${date}T00:00:00Z`).getUTCDay()];
  return day === undefined ? date : join(day);
};
export const englishDay = (date: string) => withDay(date, english, (day) => `${day}, ${date}`);
export const chineseDay = (date: string) => withDay(date, chinese, (day) => `${date}，${day}`);
