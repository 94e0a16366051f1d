import { plants } from './large-tables.ts';
import { suppliers } from './suppliers.ts';

/** What the papers for the report say of a supplier, as figures. */
export interface Dossier {
  readonly name: string;
  readonly goods: string;
  /** The change of the price of its goods that is expected for 2025, in percent. */
  readonly expectedRise: number;
  /** Points of the audit of 2024, of 100. */
  readonly auditPoints: number;
  /** Kilograms of CO2 for each EUR 1,000 delivered. */
  readonly emissions: { readonly in2023: number; readonly in2024: number; readonly target2026: number };
  readonly riskClass: 'green' | 'amber' | 'red';
  /** What a failure of six weeks would cost us, in EUR. */
  readonly exposure: number;
  /** What we owed it at the end of 2024, in EUR. */
  readonly openInvoices: number;
}

type Row = readonly [number, number, number, number, number, Dossier['riskClass'], number, number];
const rows: readonly Row[] = [
  [4.2, 88, 412, 371, 330, 'green', 140_000, 61_200],
  [1.8, 74, 265, 258, 220, 'amber', 310_000, 48_750],
  [2.6, 81, 198, 176, 180, 'green', 95_000, 102_400],
  [3.1, 69, 341, 339, 290, 'red', 520_000, 37_900],
  [-1.4, 85, 154, 149, 140, 'green', 120_000, 55_300],
  [5.5, 72, 502, 447, 400, 'amber', 275_000, 29_650],
  [6.8, 91, 618, 590, 500, 'amber', 330_000, 118_900],
  [0.9, 64, 287, 295, 240, 'red', 410_000, 44_100],
  [3.7, 77, 389, 352, 350, 'red', 465_000, 33_800],
  [2.2, 83, 233, 201, 210, 'green', 150_000, 97_250],
  [1.1, 94, 176, 161, 150, 'amber', 290_000, 52_600],
  [-2.3, 79, 121, 108, 100, 'amber', 380_000, 41_500],
];

export const dossiers: readonly Dossier[] = suppliers.map(({ name, goods }, place) => {
  const [expectedRise, auditPoints, in2023, in2024, target2026, riskClass, exposure, openInvoices] = rows[place] as Row; // one for each supplier
  const emissions = { in2023, in2024, target2026 };
  return { name, goods, expectedRise, auditPoints, emissions, riskClass, exposure, openInvoices };
});

const percent = (value: number) => `${value < 0 ? 'fall' : 'rise'} by ${Math.abs(value)} percent`;
const each = (write: (dossier: Dossier, place: number) => string) => dossiers.map(write).join('\n\n');
const section = ({ name }: Dossier, text: string) => `## ${name}\n${text}`;

const market = `# Market outlook for 2025

Prices of raw material were calmer in 2024 than in the two years before. Energy fell until the summer and has been flat since; wages rose everywhere, most in the east. The purchasing office has asked three institutes and taken the middle of what they say. The figures are for the goods that we buy and not for the raw material alone, since work and energy are a large part of most of them. They are expectations, and they were wrong by two points on average in the years before.

${each((one) => section(one, `${one.name} delivers ${one.goods}. We expect the price of ${one.goods} to ${percent(one.expectedRise)} in 2025. The price list in force holds until both sides have signed another one, and nobody has asked for talks so far. Other makers of ${one.goods} are on the market; a change would take between four and nine months, most of which goes into samples and approval.`))}`;

const causes = [
  'road works at the gate',
  'a dock that is closed in the morning',
  'missing papers',
  'a shortage of drivers',
];
const logistics = `# Logistics review

The office has looked at the ways of goods into the eight plants. Where deliveries are late, the reason lies with the supplier in about two cases of three and on the road or at our own gate in the third. The tables of deliveries do not tell the reasons apart; the plants were asked. Nothing here changes who pays a penalty: by the contracts that depends on the day of arrival alone.

${plants.map((plant, place) => `## ${plant}\nThe plant in ${plant} unloads ${6 + ((place * 5) % 9)} lorries a day at ${2 + (place % 3)} docks. The main trouble of 2024 was ${causes[place % causes.length]}. The plant keeps ${8 + ((place * 3) % 11)} days of stock, and has room for ${4 + (place % 5)} more. The team asks for deliveries before noon, and for a message when a lorry is more than two hours behind.`).join('\n\n')}`;

const audits = `# Quality audits of 2024

Every supplier was audited once in 2024 by the same two auditors, with the list of 100 points that was agreed with all of them. Eighty points and more are good, seventy to seventy-nine are accepted with measures, and below seventy the audit is repeated within six months. An audit looks at systems and not at parts: whether parts are good is in the table of inspections.

${each((one, place) => section(one, `The audit of ${one.name} gave ${one.auditPoints} of 100 points. ${3 + ((place * 7) % 9)} findings were written down, ${place % 3} of them grave. The auditors praise the order in the stores and ask for better records of ${['training', 'calibration', 'changes', 'complaints'][place % 4]}. Measures were agreed with dates, and half of them were closed by the end of the year.`))}`;

const sustainability = `# Emissions of our suppliers

Under the contracts every supplier reports what its production emits. The figures are kilograms of CO2 for each EUR 1,000 of goods delivered, so that large and small ones can be compared. Every supplier has set itself a target for 2026. The figures of 2024 were checked by a third party for seven of the twelve; the rest are as reported. A supplier is on its way when the figure of 2024 is at or below its target already, or below the figure of 2023.

${each((one) => section(one, `${one.name} reports ${one.emissions.in2024} kilograms for 2024, after ${one.emissions.in2023} kilograms for 2023. Its target for 2026 is ${one.emissions.target2026} kilograms. Most of it comes from energy in the making of ${one.goods}; transport to our plants is not counted here.`))}`;

const risks = `# Risk register

The register is kept by the purchasing office and was last gone through in January 2025. Green needs no action, amber is watched every quarter, red needs a second source or a larger stock within the year. The exposure is what a failure of six weeks would cost us, after the stock that the plants hold is used up. It is an estimate and rounded to EUR 5,000.

${each((one) => section(one, `${one.name} is ${one.riskClass}. The exposure is EUR ${one.exposure}. The parts concerned are ${one.goods}; ${one.riskClass === 'red' ? 'there is no second source' : 'there is a second source with samples that were approved'}. The owner of the risk reports in April and October.`))}`;

const finance = `# Finance notes on suppliers

These are the open items at the end of 2024 and what the finance office thinks of the standing of each supplier. Nobody was in default in 2024. Terms of payment are those of the contracts; where an invoice was paid early, it was for want of a number on the call-off, and not by choice.

${each((one, place) => section(one, `At the end of 2024 we owed ${one.name} EUR ${one.openInvoices}. The agency rates it ${['AA', 'A', 'BBB', 'A', 'BB'][place % 5]}. An early payment within ten days would bring ${1 + (place % 3)} percent, which the supplier has offered by letter and which is not in the contract.`))}`;

/** The files of the papers, from their names to their texts. */
export const materialFiles = (): Readonly<Record<string, string>> => ({
  'market-outlook.md': `${market}\n`,
  'logistics-review.md': `${logistics}\n`,
  'quality-audits.md': `${audits}\n`,
  'sustainability.md': `${sustainability}\n`,
  'risk-register.md': `${risks}\n`,
  'finance-notes.md': `${finance}\n`,
});
