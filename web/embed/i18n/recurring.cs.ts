/** Czech texts of recurring payments, common to the sheets and the checkout. */

const rules = new Intl.PluralRules('cs');
const numbers = new Intl.NumberFormat('cs');

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

/** The word before 'předplatné' that is paid once in each interval. */
const ONCE: Readonly<Record<string, string>> = {
  DAY: 'Denní',
  WEEK: 'Týdenní',
  MONTH: 'Měsíční',
  YEAR: 'Roční',
};

/** The words after 'Předplatné' by plural form: 1; 2 to 4; 5 and more; a decimal. */
const INTERVALS: Readonly<Record<string, Forms>> = {
  DAY: { one: 'každý den', few: 'každé # dny', other: 'každých # dnů', many: 'každých # dne' },
  WEEK: { one: 'každý týden', few: 'každé # týdny', other: 'každých # týdnů', many: 'každých # týdne' },
  MONTH: {
    one: 'každý měsíc',
    few: 'každé # měsíce',
    other: 'každých # měsíců',
    many: 'každých # měsíce',
  },
  YEAR: { one: 'každý rok', few: 'každé # roky', other: 'každých # let', many: 'každých # roku' },
};

const FIRST_PAYMENTS: Forms = { one: 'první platba', few: 'první # platby', other: 'prvních # plateb' };
const NEXT_PAYMENTS: Forms = { one: 'další platba', few: 'další # platby', other: 'dalších # plateb' };

const fill = (text: string | undefined, count: number): string =>
  // The number stays with its noun.
  (text ?? '').replace('# ', `${numbers.format(count)}\u00a0`);

/** How often: 'každý týden', 'každé 2 týdny', 'každých 5 týdnů', 'každých 1,5 týdne'. An unknown interval is an error. */
export function every(interval: string, count: number): string {
  const forms = Object.hasOwn(INTERVALS, interval) && INTERVALS[interval];
  if (!forms) throw new Error(`no such interval: ${interval}`);
  return fill(forms[rules.select(count)], count);
}

/**
 * The label of a recurring amount. `orders` is the number of payments with this amount, perhaps Infinity. `later` is true if
 * other amounts precede it.
 */
export function recurringLabel(interval: string, count: number, orders: number, later: boolean): string {
  const often = every(interval, count);
  const label = count === 1 ? `${ONCE[interval] ?? ''} předplatné` : `Předplatné ${often}`;
  if (!Number.isFinite(orders)) return later ? `${label}, dále` : label;
  const forms = later ? NEXT_PAYMENTS : FIRST_PAYMENTS;
  return `${label}, ${fill(forms[rules.select(orders)], orders)}`;
}
