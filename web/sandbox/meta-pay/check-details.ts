import type { PaymentDetails, PaymentItem } from '../../embed/wallets/meta-pay/types.ts';
import { members } from '../../base/read.ts';
import { checkErrors } from './check-errors.ts';
import { absent, firstFault, listOf, objectOf, optional, textOf, type Check } from './check-members.ts';
import { minorUnits } from './minor-units.ts';

const amountMembers = objectOf({
  currency: textOf('an ISO 4217 code', /^[A-Z]{3}$/),
  value: textOf('a decimal'),
});

const amount: Check = (value, path) => {
  const fault = amountMembers(value, path);
  if (fault !== null) return fault;
  const { currency, value: decimal } = members(value);
  return minorUnits(String(decimal), String(currency)) === null ? `${path}.value must be a decimal` : null;
};

const item = objectOf({ label: textOf('a text'), amount });

/** Each id names one option. */
const fulfillmentOptions: Check = (value, path) => {
  const option = objectOf({ id: textOf('a text'), label: textOf('a text'), price: amount });
  const fault = listOf(option)(value, path);
  if (fault !== null) return fault;
  const ids = (value as { id: string }[]).map(({ id }) => id);
  return new Set(ids).size === ids.length ? null : `${path}: an id names two options`;
};

const MEMBERS = {
  summaryItems: optional(listOf(item)),
  displayItems: optional(listOf(item)),
  offers: optional(listOf(objectOf({ code: textOf('a text') }))),
  // They are the buyer's: a merchant only receives them.
  billingAddress: absent,
  shippingAddress: absent,
  fulfillmentOptions: optional(fulfillmentOptions),
  fulfillmentOptionId: optional(textOf('a text')),
};

const details = objectOf({ total: item, ...MEMBERS });
const update = objectOf({
  total: optional(item),
  ...MEMBERS,
  containerContext: optional(textOf('the context of the payment')),
  errors: optional(checkErrors),
});

const minorOf = ({ amount: { value, currency } }: PaymentItem): number => minorUnits(value, currency) ?? 0;

/** What one member alone does not show: sums, currencies, the sign of the total, and the selected option. */
function checkWhole(whole: PaymentDetails, path: string): string | null {
  const { total, summaryItems = [], displayItems = [], fulfillmentOptions: ways = [], ...rest } = whole;
  const { currency } = total.amount;
  const amounts = [...summaryItems, ...displayItems].map((one) => one.amount);
  const sum = summaryItems.reduce((before, one) => before + minorOf(one), 0);
  const id = rest.fulfillmentOptionId;
  return firstFault([
    minorOf(total) < 0 ? `${path}.total must not be negative` : null,
    [...amounts, ...ways.map(({ price }) => price)].some((one) => one.currency !== currency)
      ? `${path} must have one currency`
      : null,
    summaryItems.length > 0 && sum !== minorOf(total) ? `${path}.summaryItems must add up to total` : null,
    id !== undefined && !ways.some((way) => way.id === id)
      ? `${path}.fulfillmentOptionId is not an option`
      : null,
  ]);
}

/** The fault of a request's `PaymentDetails`; null if they are valid. */
export const checkDetails = (value: unknown): string | null =>
  details(value, 'details') ?? checkWhole(value as PaymentDetails, 'details');

/** The fault of a `PaymentDetailsUpdate`; null if it is valid. */
export const checkUpdate = (value: unknown): string | null => update(value, 'update');

/** The fault of the details after an update. */
export const checkUpdated = (value: PaymentDetails): string | null => checkWhole(value, 'updated details');
