import { describe, expect, it } from 'vitest';
import { looksLikePlan } from '../../src/plan/read-plan.ts';
import { cards } from './cards.ts';

const plans: readonly string[] = [
  '# Plan: Sales\n\n- [ ] 1: load the table\n  - specialist: data\n- [ ] 2: tell\n  - after: 1',
  '# Plan: Sales\n\n- [ ] 1: load the table\n- [ ] 2: tell\n  - after: 1',
  '1. Load the table (specialist: data)\n2. Write the report (specialist: writer, after: 1)',
  'I will do it in two steps.\n\n1. Load the table (data)\n2. Write the report (writer)\n\nShall I?',
  '### Step 1 – Load\nAssigned to: the data specialist\n\n### Step 2 – Write\nAssigned to: Writer\nDepends on: 1',
  '| # | Task | Agent | After |\n|---|---|---|---|\n| 1 | Load | data | - |\n| 2 | Write | writer | 1 |',
  '**1.** Load the table\n- **Specialist:** `data`\n\n**2.** Write\n- **Specialist:** `writer`',
  '- [data] Load the table (after: none)\n- [writer] Write the report (after: 1)',
  '```json\n{"steps": [{"id": 1, "task": "Load", "specialist": "data"}]}\n```',
  '1. Load the table → data\n2. Compute the mean → math\n3. Write the report → writer',
  '# 计划：销售\n\n- [ ] 1: 读取表格\n- [ ] 2: 写报告\n  - after: 1',
  '1. 读取表格（专家：data）\n2. 写报告（专家：writer，依赖：1）',
  '步骤1：读取表格\n负责人：data\n\n步骤2：写报告\n负责人：writer\n依赖：步骤1',
  '第一步：读取表格\n- 执行者：data\n第二步：写报告\n- 执行者：writer',
  '| 序号 | 任务 | 负责人 | 依赖 |\n|---|---|---|---|\n| 1 | 读取表格 | data | 无 |\n| 2 | 写报告 | writer | 1 |',
  '我的计划：\n\n1、读取表格（data）\n2、写报告（writer）',
  '## 步骤\n1. **读取表格** — 专家：data\n2. **写报告** — 专家：writer，依赖：1',
  '### 步骤 1：读取表格\n**专家**：`data`\n### 步骤 2：写报告\n**专家**：`writer`\n**之后**：1',
  '{"步骤": [{"任务": "读取表格", "专家": "data"}, {"任务": "写报告", "专家": "writer"}]}',
  '- 1: 读取表格\n  - 专家: @data\n- 2: 写报告\n  - 专家: @writer\n  - 条件: step 1 succeeded',
];

const answers: readonly string[] = [
  'Revenue was 3 million.',
  '1. Rome\n2. Paris\n3. Berlin',
  'Three things stand out:\n\n1. **North** grew by 4 % (data from May).\n2. **South** fell.\n3. Prices rose (see data).',
  '# Report\n\n## 1. Sales\nThey rose.\n\n## 2. Costs\nThey fell.\n\n## 3. Advice\nSell more.',
  '## Plan\n\n1. Hire two people\n2. Open the shop\n3. Advertise',
  '| # | Task | Owner | After |\n|---|---|---|---|\n| 1 | Hire people | Anna | - |\n| 2 | Open the shop | Dana | 1 |',
  'Step 1: Preheat the oven.\nStep 2: Mix flour and eggs.\nStep 3: Bake for 30 minutes.',
  '- [ ] Buy milk\n- [ ] Call Anna\n- [ ] Pay the rent',
  '1. Anna\n   Role: writer\n2. Bob\n   Role: data',
  '1. Collect the numbers (data)\n2. Ask the customers\n3. Decide',
  '{"revenue": 3, "steps": ["up", "down"]}',
  '收入是三百万。',
  '1. 北京\n2. 上海\n3. 广州',
  '# 报告\n\n## 一、销售\n上升。\n\n## 二、成本\n下降。',
  '## 计划\n\n1. 招聘两个人\n2. 开店\n3. 做广告',
  '步骤1：预热烤箱。\n步骤2：混合面粉和鸡蛋。\n步骤3：烤三十分钟。',
  '| 序号 | 任务 | 负责人 |\n|---|---|---|\n| 1 | 招聘 | 张三 |\n| 2 | 开店 | 李四 |',
  '主要有三点：\n\n1、**北区**增长4%（数据）。\n2、**南区**下降。\n3、价格上涨。',
  '- [ ] 买牛奶\n- [ ] 打电话\n- [ ] 付房租',
  '第一，数据不全；第二，价格上涨。负责人：张三。',
  '1. 收集数据\n   - 负责人：数据部\n2. 分析\n   - 负责人：李四\n   - 依赖：1',
];

describe('looksLikePlan', () => {
  it.each(plans)('takes %j for a plan', (text) => {
    expect(looksLikePlan(text, cards)).toBe(true);
  });

  it.each(answers)('takes %j for an answer', (text) => {
    expect(looksLikePlan(text, cards)).toBe(false);
  });
});
