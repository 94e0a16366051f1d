/** Names of columns whose numbers are levels, not amounts: of these the mean says something, and the sum nothing. */
const rateWords: ReadonlySet<string> = new Set(
  `price rate ratio score rating age percent percentage pct temperature temp humidity pressure wind speed velocity salary wage height average avg mean
  median index level depth density concentration voltage share margin probability efficiency satisfaction grade gpa bmi latitude longitude altitude elevation
  ph ppm aqi hpa kmh kph mph utilization utilisation occupancy coverage frequency intensity moisture celsius fahrenheit degree pm nps conversion discount
  interest yield quality risk likelihood star noise db decibel nox ozone ppb ug mg radiation uv turbidity salinity acidity hardness glucose pulse heartbeat bpm`.split(
    /\s+/,
  ),
);
const rateEnding =
  /(?:率|价|价格|价钱|温|温度|气温|湿度|气压|风速|浓度|评分|分数|成绩|打分|年龄|占比|比例|百分比|满意度|指数|工资|薪资|薪水|月薪|年薪|身高|体重|速度|海拔|密度|程度|折扣|水平|噪声|噪音|分贝)$/;

/** What is a total already is added up, whatever it is the total of. */
const wholeWords: ReadonlySet<string> = new Set(['total', 'sum', 'subtotal', 'gross']);

/** Whether a column of numbers is averaged, by the whole words of its name. */
export function isLevelName(words: readonly string[], name: string): boolean {
  if (words.some((word) => wholeWords.has(word)) || /^(?:总|合计)/.test(name.trim())) return false;
  const isAir = /^(?:no|so|co|o|pm)_?\d/i.test(name.trim()) && !/kg|ton|_t\b|_g\b/i.test(name);
  return isAir || words.some((word) => rateWords.has(word)) || rateEnding.test(name.trim());
}
