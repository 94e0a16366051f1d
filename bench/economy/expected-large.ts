import { addMonths, quarterOf } from './calendar.ts';
import type { Rows } from './data.ts';
import { day, type Fact, figure, said, words } from './facts.ts';
import type { Inspection, SupplierDelivery } from './large-tables.ts';
import { dossiers } from './material.ts';
import { ends, quarterNames, ranked, shareOf, sumOf } from './sums.ts';
import { suppliers, type Terms } from './suppliers.ts';

const worthOf = (rows: readonly SupplierDelivery[]) => sumOf(rows, ({ value }) => value);
const isLate = ({ days_late }: SupplierDelivery) => days_late > 0;
const lateShareOf = (rows: readonly SupplierDelivery[]) => shareOf(rows, isLate);
const defectsOf = (rows: readonly Inspection[]) =>
  (100 * sumOf(rows, ({ defective }) => defective)) / sumOf(rows, ({ inspected }) => inspected);
const oneDecimal = 0.06;

/** What a supplier did in 2024, beside what its contract says. */
interface Year {
  readonly terms: Terms;
  readonly deliveries: readonly SupplierDelivery[];
  readonly value: number;
  readonly late: number;
  readonly inspected: number;
  readonly defects: number;
  /** With the limit of the contract. */
  readonly penalty: number;
  readonly rebate: number;
  readonly reduction: number;
}

const lastNoticeOf = ({ ends, noticeMonths }: Terms) => addMonths(ends, -noticeMonths);

function yearOf(terms: Terms, all: readonly SupplierDelivery[], inspections: readonly Inspection[]): Year {
  const deliveries = all.filter(({ supplier }) => supplier === terms.name);
  const own = inspections.filter(({ supplier }) => supplier === terms.name);
  const tooLate = deliveries.filter((row) => row.days_late > terms.graceDays);
  const value = worthOf(deliveries);
  const defects = defectsOf(own);
  return {
    terms,
    deliveries,
    value,
    late: lateShareOf(deliveries),
    inspected: sumOf(own, ({ inspected }) => inspected),
    defects,
    penalty: Math.min(terms.penaltyCap, (terms.penaltyPercent / 100) * worthOf(tooLate)),
    rebate: value >= terms.rebateFrom ? (terms.rebatePercent / 100) * value : 0,
    reduction: defects > terms.maxDefectPercent ? (terms.reductionPercent / 100) * value : 0,
  };
}

function decisionOf({ late, defects, terms }: Year): string {
  const [isInTime, isGood] = [late < 20, defects <= terms.maxDefectPercent];
  if (isInTime && isGood) return 'renew';
  return isInTime || isGood ? 'renegotiate' : 'terminate';
}

/** What right answers to the five large requests say, computed from the rows and the terms in plain code. */
export function largeFacts(rows: Rows): Readonly<Record<string, readonly Fact[]>> {
  const deliveries = rows.supplierDeliveries.filter(({ promised_date }) => promised_date.startsWith('2024'));
  const inspections = rows.inspections.filter(({ inspection_date }) => inspection_date.startsWith('2024'));
  const years = suppliers.map((terms) => yearOf(terms, deliveries, inspections));
  return {
    l1: years.flatMap(({ terms, deliveries: own, late, penalty }) =>
      said(
        terms.name,
        figure('deliveries', own.length),
        figure('late', late, oneDecimal),
        figure('penalty', penalty, 1),
      ),
    ),
    l2: years.flatMap(({ terms, inspected, defects, reduction }) =>
      said(
        terms.name,
        figure('inspected', inspected),
        figure('defective', defects),
        figure('allowed', terms.maxDefectPercent),
        ...(reduction > 0 ? [figure('reduction', reduction, 1)] : []),
      ),
    ),
    l3: chapterFacts(deliveries, inspections, years),
    l4: years.flatMap((year) =>
      said(
        year.terms.name,
        day('ends', year.terms.ends),
        day('notice', lastNoticeOf(year.terms)),
        figure('value', year.value, 1),
        figure('rebate', year.rebate, year.rebate > 0 ? 1 : 0),
        figure('late', year.late, oneDecimal),
        figure('defective', year.defects, oneDecimal),
        words(decisionOf(year), decisionOf(year)),
      ),
    ),
    l5: plantFacts(deliveries),
  };
}

function chapterFacts(
  deliveries: readonly SupplierDelivery[],
  inspections: readonly Inspection[],
  years: readonly Year[],
): Fact[] {
  const cut = dossiers
    .map(({ name, emissions }) => [name, 100 - (100 * emissions.in2024) / emissions.in2023] as const)
    .sort((a, b) => b[1] - a[1]);
  const red = dossiers.filter(({ riskClass }) => riskClass === 'red');
  const owed = dossiers.toSorted((a, b) => b.openInvoices - a.openInvoices).slice(0, 3);
  const named = (label: string, names: readonly string[]) => names.map((name) => words(`${label}: ${name}`, name));
  return [
    figure('spending', worthOf(deliveries), 1),
    ...ranked(deliveries, ({ supplier }) => supplier, worthOf)
      .slice(0, 3)
      .flatMap(([name, value]) => said(name, figure('spending', value, 1))),
    ...ranked(deliveries, ({ promised_date }) => quarterOf(promised_date), worthOf).flatMap(([quarter, value]) =>
      said(quarterNames(quarter), figure('spending', value, 1)),
    ),
    figure('late', lateShareOf(deliveries), oneDecimal),
    ...ranked(deliveries, ({ plant }) => plant, lateShareOf).flatMap(([plant, share]) =>
      said(plant, figure('late', share, oneDecimal)),
    ),
    figure('defective', defectsOf(inspections)),
    ...ranked(inspections, ({ supplier }) => supplier, defectsOf)
      .slice(0, 2)
      .flatMap(([name, share]) => said(name, figure('defective', share))),
    ...said(ends(cut).first[0], figure('cut', ends(cut).first[1], oneDecimal)),
    ...named(
      'rose',
      cut.filter(([, change]) => change < 0).map(([name]) => name),
    ),
    ...named(
      'target',
      dossiers.filter(({ emissions: { in2024, target2026 } }) => in2024 <= target2026).map(({ name }) => name),
    ),
    figure(
      'exposure',
      sumOf(red, ({ exposure }) => exposure),
    ),
    ...red.flatMap(({ name }) =>
      said(name, figure('late', years.find(({ terms }) => terms.name === name)?.late ?? 0, oneDecimal)),
    ),
    figure(
      'open invoices',
      sumOf(dossiers, ({ openInvoices }) => openInvoices),
    ),
    ...owed.flatMap(({ name, openInvoices }) =>
      said(
        name,
        figure('open', openInvoices),
        figure('days', suppliers.find((terms) => terms.name === name)?.paymentDays ?? 0),
      ),
    ),
    ...years
      .filter(({ terms }) => terms.ends.startsWith('2025'))
      .flatMap(({ terms }) => said(terms.name, day('notice', lastNoticeOf(terms)))),
    ...years
      .toSorted((a, b) => b.late - a.late)
      .slice(0, 3)
      .flatMap(({ terms, penalty }) => said(terms.name, figure('penalty', penalty, 1))),
    words('recommendations', 'recommend'),
  ];
}

function plantFacts(deliveries: readonly SupplierDelivery[]): Fact[] {
  return [...Map.groupBy(deliveries, ({ plant }) => plant)].flatMap(([plant, own]) => {
    const [name, value] = ends(ranked(own, ({ supplier }) => supplier, worthOf)).first;
    const terms = suppliers.find((each) => each.name === name);
    const late = lateShareOf(own.filter(({ supplier }) => supplier === name));
    return said(
      plant,
      figure('value', worthOf(own), 1),
      words(`largest (${name})`, name),
      figure('its value', value, 1),
      figure('its late share', late, oneDecimal),
      figure('days of payment', terms?.paymentDays ?? 0),
      figure('months of warranty', terms?.warrantyMonths ?? 0),
      figure('percent of penalty', terms?.penaltyPercent ?? 0),
    );
  });
}
