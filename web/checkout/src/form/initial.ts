import type { Cart } from '../api/model.ts';
import type { CheckoutData } from '../bootstrap/data.ts';
import { tidyPhone, tidyZip } from '../format/postal.ts';
import { type AddressValues, emptyAddress, type FormValues } from './fields.ts';
import { COMPANY_ID, numberOf, VAT_ID } from './company.ts';
import { reconcile } from './reconcile.ts';

/** The first state of the form: what this tab remembers, filled up with what the cart knows already. */
export function initialForm(
  cart: Cart,
  draft: FormValues | null,
  data: Pick<CheckoutData, 'payments' | 'shop'>,
): FormValues {
  const known = fromCart(cart, data);
  if (draft === null) return reconcile(known, cart, data.payments);
  return reconcile(
    {
      ...draft,
      // Whoever comes back from PayPal has just chosen it, whatever stood here before.
      payment: known.payment === 'paypal' ? known.payment : draft.payment,
      email: draft.email || known.email,
      phone: draft.phone || known.phone,
      note: draft.note || known.note,
      companyId: draft.companyId || known.companyId,
      vatId: draft.vatId || known.vatId,
      delivery: fillUp(draft.delivery, known.delivery),
      deliveryCode: draft.deliveryCode ?? known.deliveryCode,
      deliveryHandle: draft.deliveryHandle ?? known.deliveryHandle,
    },
    cart,
    data.payments,
  );
}

function fillUp(first: AddressValues, second: AddressValues): AddressValues {
  return {
    firstName: first.firstName || second.firstName,
    lastName: first.lastName || second.lastName,
    company: first.company || second.company,
    address1: first.address1 || second.address1,
    address2: first.address2 || second.address2,
    city: first.city || second.city,
    // A zone belongs to its country.
    province: first.province || (first.country === second.country ? second.province : ''),
    zip: first.zip || second.zip,
    country: first.country || second.country,
  };
}

function fromCart(cart: Cart, data: Pick<CheckoutData, 'payments' | 'shop'>): FormValues {
  const country = homeCountry(cart, data);
  const selected = cart.delivery?.options.find((option) => option.handle === cart.delivery?.selectedHandle);
  return {
    email: cart.email ?? '',
    phone: tidyPhone(cart.phone ?? ''),
    note: cart.note ?? '',
    companyId: numberOf(cart, COMPANY_ID),
    vatId: numberOf(cart, VAT_ID),
    delivery: {
      firstName: cart.address?.firstName ?? '',
      lastName: cart.address?.lastName ?? '',
      company: cart.address?.company ?? '',
      address1: cart.address?.address1 ?? '',
      address2: cart.address?.address2 ?? '',
      city: cart.address?.city ?? '',
      province: cart.address?.provinceCode ?? '',
      zip: tidyZip(cart.address?.zip ?? '', country),
      country,
    },
    billing: emptyAddress(country),
    billingSame: true,
    deliveryCode: selected?.code ?? null,
    deliveryHandle: selected?.handle ?? null,
    payment: data.payments[0]?.kind ?? null,
  };
}

function homeCountry(cart: Cart, data: Pick<CheckoutData, 'shop'>): string {
  const delivered = data.shop.countries.map((country) => country.code);
  const wanted = cart.address?.countryCode ?? cart.countryCode;
  if (wanted !== null && delivered.includes(wanted)) return wanted;
  return delivered[0] ?? 'CZ';
}
