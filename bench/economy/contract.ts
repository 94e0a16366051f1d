import { written } from './calendar.ts';
import { suppliers, type Terms } from './suppliers.ts';

const money = (amount: number) => `EUR ${String(amount).replace(/(\d)(?=(\d{3})+$)/g, '$1,')}`;

/** A contract of about 1,500 words whose terms are spread over its sections, as they are in contracts. */
export function contractOf(terms: Terms): string {
  const { name, goods, paymentDays, graceDays, penaltyPercent, penaltyCap, noticeMonths, warrantyMonths } = terms;
  return `# Supply agreement between Larkfield Works and ${name}

This agreement is made between Larkfield Works, hereafter the Buyer, and ${name}, hereafter the Supplier. Both have read it, both have had it explained to them by counsel of their own choice, and both hold it to be the whole of what they have agreed upon. Headings are there to find one's way and do not change the meaning of what stands under them.

## 1 Subject
The Supplier delivers ${goods} to the plants of the Buyer as they are called off in writing. A call-off names the part, the quantity, the plant and the date on which the goods have to arrive there. The Supplier confirms a call-off within two working days; what is not refused in that time counts as confirmed. Samples, prototypes and goods for trials are outside of this agreement unless a call-off says otherwise. The Buyer is not bound to call off any quantity, and the forecasts that it sends every quarter are for planning alone.

## 2 Prices
Prices are those of the price list that both sides have signed. They include packing, marking and papers and do not include the tax on sales. A change of prices is asked for in writing, with the reason and with figures that a third party can check, not more often than once in twelve months, and holds only for call-offs that are placed after both sides have signed the new list. As long as they have not agreed, the old list holds. A rise of the price of raw material alone is no reason to stop or to slow down deliveries.

## 3 Invoices and payment
Invoices are sent by electronic mail on the day on which the goods leave the Supplier, one for each call-off, with its number. An invoice without a number is sent back. Invoices are paid within ${paymentDays} days of the arrival of the goods or of the invoice, whichever is later. Payment does not mean that the goods were accepted. The Buyer may set off what the Supplier owes under this or another agreement. Interest on late payment is that of the law and no more.

## 4 Volumes
Both sides expect the volumes to grow. When the value of the goods delivered in a calendar year reaches or passes ${money(terms.rebateFrom)}, the Supplier grants the rebate of the annex on the whole value delivered in that year, not only on the part above. Goods that were sent back are not counted. The rebate is settled in February of the following year by a credit note. A year that is not complete counts in full months.

## 5 Packing and transport
Goods are packed so that they reach the plant unharmed by road and by rail. Pallets are of the usual size and are exchanged. Each unit bears the number of the call-off, of the part and of the batch in writing and as a code. Risk passes when the goods are unloaded. The Supplier keeps the transport insured to the full value. Packing material that is not exchanged is taken back once in a quarter at the Supplier's cost.

## 6 Dates and delay
The date of the call-off is the date on which the goods have to be at the plant. The Supplier says at once when it sees that a date cannot be kept, with the reason and with a new date; that alone takes nothing from the rights of the Buyer. For every delivery that arrives more than ${graceDays} ${graceDays === 1 ? 'day' : 'days'} after the promised date the Supplier pays a penalty of ${penaltyPercent} percent of the value of that delivery. How late it is beyond that does not matter. A delivery that is late by ${graceDays} ${graceDays === 1 ? 'day' : 'days'} or less gives no penalty. Deliveries belong to the calendar year of their promised date. Further damage is claimed under section 12 alone, where the yearly limit of penalties stands too.

## 7 Incoming goods
The Buyer looks at incoming goods for quantity, identity and damage that can be seen from outside, and inspects samples by the plan that both sides have signed. What is found is reported within ten working days, hidden defects within ten working days after they were found. The Supplier waives any objection that a report came late where it came within these times. Inspected parts and defective parts are written into a common list, which is the only basis of section 8.

## 8 Quality
The Supplier keeps a system of quality that a body with the usual accreditation has certified. Of all parts that the Buyer inspects in a calendar year at most ${terms.maxDefectPercent} percent may be defective, whatever the severity of the defect. The share is computed over the whole year and over all plants: all defective parts divided by all inspected parts. Changes of material, process or place are told six months ahead and need consent. The Buyer may visit the works with a week's notice and look at the records of the parts that it bought.

## 9 When quality is missed
When the share of section 8 is passed in a calendar year, the value of all goods delivered in that year is reduced by ${terms.reductionPercent} percent, and the difference is credited in March of the following year. Besides, the Supplier writes a report on causes and measures within four weeks. When the share is passed in two years in a row, the Buyer may end the agreement at once. A reduction under this section and a penalty under section 6 are due side by side.

## 10 Warranty
The Supplier warrants for ${warrantyMonths} months from arrival that the goods are as agreed, are new and are free of rights of others. Goods that are not are replaced or mended, as the Buyer chooses, without cost and without delay; where neither is done within three weeks, the Buyer may have it done and be paid for it. For replaced goods the time begins again. Wear in ordinary use is no defect.

## 11 Tools and documents
Tools, gauges and drawings that the Buyer paid for are its property, are marked as such, insured by the Supplier and given back on demand. They are used for the Buyer alone. The Supplier keeps records of production for eight years, and hands over copies where a law or a customer of the Buyer asks for them.

## 12 Liability
Each side is liable for what it causes by intent or by neglect. For neglect that is not gross, liability ends at the value of the goods delivered in the twelve months before. Penalties under section 6 are limited to ${money(penaltyCap)} in a calendar year, all plants together; the limit does not touch reductions under section 9, nor claims for injury. Neither side is liable for what comes from a force that it could not foresee, as long as that force lasts, when it said so at once.

## 13 Secrecy
What one side learns of the other and what is not known to everybody is kept secret during this agreement and for five years after it. It is shown to those alone who need it for their work and who are bound in the same way. Neither side names the other in advertising without consent in writing.

## 14 Conduct
The Supplier keeps the law of the places in which it works, pays at least the wages that are set there, employs no children, and asks the same of those from whom it buys. It reports once a year what its production emits, by the method that both sides agreed upon, and what it does to emit less. The Buyer may ask for an audit by a third party; the costs are borne by the Supplier where the audit finds a serious breach.

## 15 Term
This agreement runs until ${longDate(terms.ends)}. It goes on for one year at a time unless one side gives notice in writing at least ${noticeMonths} months before it ends; notice that comes on the very day ${noticeMonths} months before is in time. The right to end it at once for an important reason is not touched. Call-offs that were confirmed before the end are carried out under this agreement.

## 16 Final words
Changes are made in writing, this sentence included. Should one part of this agreement not hold, the rest does, and both sides replace that part by one that comes as near as may be to what they wanted. General terms of either side are no part of this agreement, even where they are sent along with papers and nobody objects. The law of the Buyer's seat holds, and its courts decide.

## Annex: rebate
The rebate that section 4 speaks of is ${terms.rebatePercent} percent. It is computed on the value without tax, and is not granted on tools, samples and transport that was charged apart.
`;
}

const longDate = (day: string) => written(day).replace(/^(\w+) (\d+) (\d+)$/, '$2 $1 $3');

/** The files of the contracts, from their names to their texts. */
export const contractFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    suppliers.map((terms) => [`contract-${terms.name.toLowerCase().replaceAll(' ', '-')}.md`, contractOf(terms)]),
  );
