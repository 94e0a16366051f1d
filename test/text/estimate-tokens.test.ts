import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/text/estimate-tokens.ts';

/** Texts and what the tokenizer o200k_base counts in them. */
const counted: readonly [kind: string, tokens: number, text: string][] = [
  [
    'English',
    74,
    'A specialist works on one step until the result is accepted or its attempts are spent. The host reads the results, reflects on whether the question has been answered, and either writes the final answer or changes the plan. Nothing that was finished before is done again, and every decision is written down, so that you can see afterwards why the run went the way it did.',
  ],
  [
    'Chinese',
    73,
    '多智能体系统把一个复杂的请求拆成若干步骤，由不同的专家并行完成，然后由主持者检查结果、修改计划并给出最后的答案。每一步都写入日志，所以程序崩溃之后可以从中断的地方继续。用户可以随时取消，也可以在运行的时候补充新的要求。',
  ],
  [
    'a Chinese request',
    57,
    '请分析附件中的销售数据，按地区统计每个月的收入和增长率，找出表现最好的产品，并写一份不超过三百字的报告。如果数据里有缺失或者异常的数值，请先说明你是怎样处理的。谢谢！',
  ],
  [
    'CSV',
    145,
    `date,region,product,units,unit_price,customer_id
2024-01-03,North,Desk lamp,14,39.90,C-10293
2024-01-03,South,Office chair,3,189.00,C-10455
2024-01-04,West,Monitor stand,22,24.50,C-10012
2024-01-05,North,USB cable,140,4.99,C-11920
2024-01-06,East,Desk lamp,8,39.90,C-10777
2024-01-07,South,Standing desk,1,549.00,C-10023`,
  ],
  [
    'CSV with addresses and dates',
    134,
    `id,name,email,signup,score,active
1,Alice Johnson,alice.johnson@example.com,2023-11-02T10:15:00Z,0.8731,true
2,Bob Smith,bob@example.org,2023-11-05T08:00:12Z,0.1290,false
3,Carla Diaz,carla.d@example.net,2023-12-24T23:59:59Z,0.5500,true
4,Dmitri Ivanov,dmitri@example.com,2024-01-15T14:30:00Z,0.9912,true`,
  ],
  [
    'code',
    131,
    `import csv
from collections import defaultdict

def revenue_by_region(path: str) -> dict[str, float]:
    totals: dict[str, float] = defaultdict(float)
    with open(path, newline="") as handle:
        for row in csv.DictReader(handle):
            totals[row["region"]] += int(row["units"]) * float(row["unit_price"])
    return dict(totals)

if __name__ == "__main__":
    for region, total in sorted(revenue_by_region("sales.csv").items(), key=lambda kv: -kv[1]):
        print(f"{region:<10} {total:>12,.2f}")`,
  ],
  [
    'JSON',
    58,
    '{"thought":"The user wants revenue by region.","complexity":"moderate","responseStrategy":"planned","needsHistoryContext":false,"keyInsights":["sales.csv has units and unit_price","growth needs two periods"],"confidence":0.82,"answer":null,"notDone":[]}',
  ],
];

describe('an estimate', () => {
  test.each(counted)('of %s is within 13 %% of a tokenizer', (_, tokens, text) => {
    const ratio = estimateTokens(text) / tokens;
    expect(ratio).toBeGreaterThan(0.87);
    expect(ratio).toBeLessThan(1.13);
  });

  test('of nothing is zero', () => {
    expect(estimateTokens('')).toBe(0);
  });

  test('of a text a hundred times as long is a hundred times as high', () => {
    const [, , text = ''] = counted[0] ?? [];
    const once = estimateTokens(`${text}\n`);
    expect(Math.abs(estimateTokens(`${text}\n`.repeat(100)) / once - 100)).toBeLessThan(2);
  });
});
