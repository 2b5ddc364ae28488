import type { Cart } from '../api/model.ts';
import { accountIn, type CheckoutData } from '../bootstrap/data.ts';
import { tidyPhone, tidyZip } from '../format/postal.ts';
import type { PurchaseType } from '../purchase-type.ts';
import {
  type AddressField,
  addressOf,
  type AddressValues,
  type DeliveryChoice,
  emptyAddress,
  type FormValues,
  UNCHOSEN,
} from './fields.ts';
import { COMPANY_ID, numberOf, VAT_ID } from './company.ts';
import type { Draft } from './draft.ts';
import { reconcile, withoutChanged } from './reconcile.ts';

/** The initial state of the form: this tab's draft, completed with the cart's data. */
export function initialForm(
  cart: Cart,
  draft: Draft | null,
  data: Pick<CheckoutData, 'payments' | 'shop'>,
): FormValues {
  const known = fromCart(cart, data);
  if (draft === null) return reconcile(known, cart, data.payments);
  const { approval, ...typed } = draft;
  const account = accountIn(data.payments);
  // A buyer who returns from a wallet has just supplied identity and address there, so earlier input is older.
  const isOlder = account !== null && account.approval !== approval;
  const form = isOlder ? approved(known, typed, account.amazon !== null) : filledUp(typed, known);
  return reconcile(withoutChanged(form, null, cart), cart, data.payments);
}

/** The typed values or, if empty, the known ones. */
function filledUp(typed: FormValues, known: FormValues): FormValues {
  return {
    ...typed,
    email: typed.email || known.email,
    phone: typed.phone || known.phone,
    note: typed.note || known.note,
    companyId: typed.companyId || known.companyId,
    vatId: typed.vatId || known.vatId,
    delivery: fillUp(typed.delivery, known.delivery),
    deliveries: {
      ONE_TIME_PURCHASE: chosenFirst(typed, known, 'ONE_TIME_PURCHASE'),
      SUBSCRIPTION: chosenFirst(typed, known, 'SUBSCRIPTION'),
    },
  };
}

/**
 * The wallet's values or, if it supplies none, the typed ones. Addresses are not mixed. `chosen`: the buyer has just chosen an
 * address. If the shop cannot use it, an earlier one is not meant either.
 */
function approved(known: FormValues, typed: FormValues, chosen: boolean): FormValues {
  const form = filledUp(typed, known);
  return {
    ...form,
    payment: 'account',
    email: known.email || form.email,
    phone: known.phone || form.phone,
    delivery: known.delivery.address1 === '' && !chosen ? form.delivery : known.delivery,
  };
}

function chosenFirst(typed: FormValues, known: FormValues, purchase: PurchaseType): DeliveryChoice {
  const choice = typed.deliveries[purchase];
  return choice.code === null ? known.deliveries[purchase] : choice;
}

function fillUp(first: AddressValues, second: AddressValues): AddressValues {
  const known = addressOf((field) => first[field] || second[field]);
  // A zone belongs to its country.
  return first.country === second.country ? known : { ...known, province: first.province };
}

function fromCart(cart: Cart, data: Pick<CheckoutData, 'payments' | 'shop'>): FormValues {
  const country = homeCountry(cart, data);
  return {
    ...emptyForm(country),
    email: cart.email ?? '',
    phone: tidyPhone(cart.phone ?? ''),
    note: cart.note ?? '',
    companyId: numberOf(cart, COMPANY_ID),
    vatId: numberOf(cart, VAT_ID),
    delivery: {
      ...addressOf((field) => addressText(cart, field)),
      zip: tidyZip(cart.address?.zip ?? '', country),
      country,
    },
    deliveries: {
      ONE_TIME_PURCHASE: selected(cart, 'ONE_TIME_PURCHASE'),
      SUBSCRIPTION: selected(cart, 'SUBSCRIPTION'),
    },
    payment: data.payments[0]?.kind ?? null,
  };
}

/** A field of the cart's delivery address. */
export function addressText({ address }: Pick<Cart, 'address'>, field: AddressField): string {
  if (field === 'country' || field === 'province') return address?.[`${field}Code`] ?? '';
  return address?.[field] ?? '';
}

/** A form into which nothing was entered. */
export function emptyForm(country: string): FormValues {
  return {
    email: '',
    phone: '',
    note: '',
    companyId: '',
    vatId: '',
    consent: '',
    delivery: emptyAddress(country),
    billing: emptyAddress(country),
    billingSame: true,
    deliveries: { ONE_TIME_PURCHASE: UNCHOSEN, SUBSCRIPTION: UNCHOSEN },
    payment: null,
  };
}

function selected(cart: Cart, purchase: PurchaseType): DeliveryChoice {
  const group = cart.groups.find((each) => each.purchase === purchase);
  const option = group?.options.find(({ handle }) => handle === group.selectedHandle);
  return option === undefined ? UNCHOSEN : { code: option.code, handle: option.handle };
}

/** The cart's country if the shop delivers there, else the first country of the shop. */
export function homeCountry(cart: Cart, data: Pick<CheckoutData, 'shop'>): string {
  const delivered = data.shop.countries.map((country) => country.code);
  const wanted = cart.address?.countryCode ?? cart.countryCode;
  if (wanted !== null && delivered.includes(wanted)) return wanted;
  return delivered[0] ?? 'CZ';
}
