/** The folder of notes: what the company has written down, each with the same lines before and after it. */
const notes: Readonly<Record<string, string>> = {
  'delivery-policy.md': `# Delivery policy

## What late means
A delivery is late when it arrives after the promised date, whatever the hour. A delivery that has not arrived yet is counted neither as late nor as on time: it is left out of every share until it has an arrival date.

## Who is told
Customers hear of a delay on the day on which it becomes known. From four days on, the account manager calls.

## What we pay for
Freight is paid by delivery, by weight and distance. Second attempts are free when the address was right.`,
  'stock-policy.md': `# Stock policy

## Reorder level
Every product has a reorder level in every warehouse. It is set in January and in July from the demand of the six months before.

## Critical stock
A product is critical in a warehouse when what is on hand is below half of its reorder level. Equal to half is not critical.

## How much to order
For a critical product we order up to twice its reorder level: twice the reorder level less what is on hand. Products that are low but not critical wait for the monthly order.`,
  'purchasing-policy.md': `# Purchasing policy

## Approval
Orders to suppliers up to EUR 2,500 are placed by the warehouse. From there up to EUR 15,000 the head of operations approves. Anything above needs the management board.

## Offers
From EUR 5,000 on, two written offers are needed; from EUR 20,000 on, three.`,
  'returns-policy.md': `# Returns policy

## Period
Goods may be returned within 30 days of arrival, furniture that was assembled within 14 days.

## Fees
Returns in the original packing are free. Opened goods are taken back with a fee of 12 percent of the price; damaged ones are not taken back.`,
  'contract-swiftline.md': `# Carriage contract with SwiftLine

## Scope
SwiftLine carries parcels and pallets in all four regions. The contract runs until 31 December 2025 and goes on for a year unless one side gives three months' notice.

## Prices
Prices are those of the tariff of January 2024. They may rise once a year, by at most 3.5 percent, with eight weeks' notice.

## Credits for delay
For each delivery that arrives more than two days after the promised date SwiftLine credits us with 15 percent of the cost of that delivery. A delay of one or two days gives no credit. Credits are claimed by the month of the promised date.

## Damage
Damage is reported within seven days. Liability ends at EUR 12 for each kilogram.`,
  'contract-norpost.md': `# Carriage contract with NorPost

## Scope
NorPost carries parcels in the regions North and East. The contract runs without an end; notice is six months to the end of a quarter.

## Credits for delay
NorPost credits us with 5 percent of the cost of a delivery that arrives more than three days after the promised date, at most EUR 400 in a quarter.

## Volume
From 50 deliveries a year on, 2 percent of the yearly freight is paid back in January.`,
  'meeting-2025-01.md': `# Operations meeting, 20 January 2025

## Present
Ines, Tomasz, Yuki, Ruth.

## Carriers
Tomasz reports more late deliveries before Christmas. Ruth will compare what a kilogram costs with each carrier before we talk about the tariff again.

## Warehouses
The count in Turin is behind. Yuki plans two extra days in February.

## Decided
No new carrier in the first quarter. The price rise of July 2024 stays.`,
  'meeting-2025-02.md': `# Operations meeting, 17 February 2025

## Present
Ines, Yuki, Ruth.

## Sales
February began well. Ines asks for the comparison with February of last year when the month is over.

## Warehouses
Ghent had a leak; the planters were moved to the upper floor. Nothing was lost.

## Decided
Credits for delay are claimed from SwiftLine every month from now on, beginning with January. The target for late deliveries in 2025 is at most 20 percent for each carrier.`,
  '差旅报销制度.md': `# 差旅报销制度

## 住宿标准
一线城市（北京、上海、广州、深圳）每晚最高 650 元，其他省会城市每晚最高 480 元，其余地区每晚最高 380 元。超出部分由本人承担，展会期间经部门负责人书面同意可上浮 20%。

## 餐饮补贴
出差当天按 120 元发放，不足半天的按一半发放。

## 报销期限
返回后 15 个工作日内提交单据，逾期须由财务负责人批准。`,
  '仓库管理办法.md': `# 仓库管理办法

## 盘点周期
每个仓库的每种货品至少每 120 天盘点一次。距上次盘点超过 120 天的，视为盘点超期；正好 120 天的不算超期。

## 补盘
盘点超期的货品须在五个工作日内补盘，由两人共同签字。

## 差异处理
盘点差异超过账面数量 2% 的，须写明原因并报运营负责人。`,
};

const before = `> Larkfield Supply · internal · for employees only. Please do not forward this document outside of the company. Printed copies are not kept up to date; the version on the shared drive is the one that holds.`;
const after = `---

Larkfield Supply, Quay Street 14. This document replaces all earlier versions. Questions about it are answered by the operations office, Monday to Friday from nine to four. Whoever finds a mistake tells the operations office, which corrects it within two weeks.`;

/** The files of the folder, from their names to their texts. */
export const noteFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(notes).map(([name, text]) => [name, `${before}\n\n${text}\n\n${after}\n`]));
