import type { Request } from './requests.ts';

const ask = (id: string, kind: string, content: string): Request => ({
  id,
  kind,
  messages: [{ role: 'user', content }],
});

/** Five requests of eight to twelve parts, each of which needs several rounds of tools. */
export const largeRequests: readonly Request[] = [
  ask(
    'l1',
    'twelve suppliers, delay',
    `For each of our twelve suppliers, on the deliveries promised in 2024: how many there were, the share that was late (in percent, one decimal), and the penalty for delay that its contract gives us for that year, with its grace days, its percentage and its yearly limit. Rank the suppliers by the penalty due and say for whom the limit cut it.`,
  ),
  ask(
    'l2',
    'twelve suppliers, quality',
    `请逐一核对十二家供应商 2024 年的质量：检验数量、不良率（百分比，两位小数）、合同允许的最高不良率、是否超标；超标的，按合同的降价比例和 2024 年（按承诺交期）交货金额计算应扣金额。最后按应扣金额从高到低排列。`,
  ),
  ask(
    'l3',
    'report in eight chapters',
    `Write a report on our suppliers for the board, in eight chapters, from the papers, the contracts and the tables: 1 Spending in 2024 (value of the deliveries promised in 2024: total, the three largest suppliers, by quarter) with the market outlook for 2025; 2 Delivery (share of late deliveries of those promised in 2024, in all and by plant, with the troubles that the plants name); 3 Quality (defective of inspected parts in 2024, in all and the worst two suppliers, with the audits); 4 Emissions (who cut most from 2023 to 2024 in percent, who rose, who has reached the target for 2026); 5 Risks (the red suppliers, their exposure in sum, their late shares in 2024); 6 Finance (open invoices in sum, the three largest, with the days of payment in those contracts); 7 Contracts that end in 2025 (which, and the last day on which notice can be given for each); 8 Penalties (for the three suppliers with the largest late shares in 2024: what their contracts give us for that year after grace days and yearly limit). Percentages with one decimal, in chapter 3 with two. End with five recommendations that cite figures.`,
  ),
  ask(
    'l4',
    'twelve suppliers, renewal',
    `Prepare the renewal of the contracts with our twelve suppliers. For each: the day on which the contract ends, the last day on which notice can be given, the value of the deliveries promised in 2024, the rebate that is due for 2024 (0 if the threshold was not reached), the late share of 2024, the defect share of the parts inspected in 2024. Then decide by this rule: "renew" when fewer than 20 percent of the deliveries were late and the defect share is within the contract, "terminate" when neither holds, else "renegotiate". Give a table and one sentence of reason for each.`,
  ),
  ask(
    'l5',
    'eight plants',
    `请为八个工厂各写一段小结（按承诺交期在 2024 年的交货）：交货金额、金额最大的供应商及其金额、该供应商在这个工厂的迟到率（百分比，一位小数），以及该供应商合同里的付款天数、质保月数和迟交罚款的宽限天数与比例。最后指出迟到率最高的是哪个工厂的最大供应商。`,
  ),
];
