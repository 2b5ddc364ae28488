import type * as api from '../api/documents.types.ts';
import type { Cart, DeliveryAddressInput, MailingAddressInput, Money } from '../api/model.ts';
import type { ApprovedAccount } from '../bootstrap/data.ts';
import type { AddressValues, FormValues, PaymentChoice } from '../form/fields.ts';
import { type FormContext, ownBilling } from '../form/validate.ts';
import type { EditingState } from './state.ts';

/** What is entered, as the API takes it. Fields left empty are sent as null: nothing, not an empty text. */
function orNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}

export function buyerIdentity(form: FormValues): {
  email?: string;
  phone?: string;
  countryCode: string;
} {
  const email = orNull(form.email);
  const phone = orNull(form.phone);
  return {
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    countryCode: form.delivery.country,
  };
}

export function deliveryAddress(
  form: FormValues,
  validationStrategy: api.DeliveryAddressValidationStrategy,
): api.CartSelectableAddressInput {
  const { country, province, ...rest } = addressInput(form.delivery, form.phone);
  const address: DeliveryAddressInput = { ...rest, countryCode: country, provinceCode: province };
  return { address: { deliveryAddress: address }, selected: true, validationStrategy };
}

/** The choice of every group that one is made for, in the order of the groups. */
export function deliverySelections(
  form: FormValues,
  cart: Cart,
): readonly api.CartSelectedDeliveryOptionInput[] {
  return cart.groups.flatMap(({ id, purchase }) => {
    const { handle } = form.deliveries[purchase];
    return handle === null ? [] : [{ deliveryGroupId: id, deliveryOptionHandle: handle }];
  });
}

/** Whether a choice is made that the cart does not know. */
export function deliveryIsNews({ form, cart }: Pick<EditingState, 'form' | 'cart'>): boolean {
  return cart.groups.some(({ purchase, selectedHandle }) => {
    const { handle } = form.deliveries[purchase];
    return handle !== null && handle !== selectedHandle;
  });
}

/** The address of the bill: its own, or the delivery's. */
export function billingAddress(form: FormValues, context: FormContext): MailingAddressInput {
  if (!ownBilling(form, context)) return addressInput(form.delivery, form.phone);
  // The number is written as in the buyer's country; in another one it would be read as something else.
  const sameCountry = form.billing.country === form.delivery.country;
  return addressInput(form.billing, sameCountry ? form.phone : '');
}

/** What the cart keeps as its billing address; null: the same as the delivery's. */
export function ownBillingAddress(form: FormValues, context: FormContext): MailingAddressInput | null {
  return ownBilling(form, context) ? billingAddress(form, context) : null;
}

function addressInput(address: AddressValues, phone: string): MailingAddressInput {
  return {
    firstName: orNull(address.firstName),
    lastName: orNull(address.lastName),
    company: orNull(address.company),
    address1: orNull(address.address1),
    address2: orNull(address.address2),
    city: orNull(address.city),
    province: orNull(address.province),
    zip: orNull(address.zip),
    country: address.country,
    phone: orNull(phone),
  };
}

/** How an order is paid, once everything needed for it is there. */
export type PaymentMeans =
  | { readonly kind: 'card'; readonly session: string }
  | { readonly kind: Exclude<PaymentChoice, 'card' | 'paypal'> }
  /** An order that was approved at PayPal; `email` is the buyer's as entered here, where PayPal tells none. */
  | { readonly kind: 'paypal'; readonly approved: ApprovedAccount; readonly email: string }
  | { readonly kind: 'free' };

export function paymentInput(
  means: PaymentMeans,
  amount: Money,
  address: MailingAddressInput,
): api.CartPaymentInput {
  switch (means.kind) {
    case 'card':
      return {
        amount,
        directPaymentMethod: { sessionId: means.session, billingAddress: address },
      };
    case 'paypal': {
      const { token, payerId, email, expiresAt } = means.approved;
      return {
        amount,
        walletPaymentMethod: {
          paypalWalletContent: {
            token,
            payerId,
            email: email ?? means.email,
            expiresAt,
            billingAddress: address,
          },
        },
      };
    }
    case 'free':
      return { amount, freePaymentMethod: { billingAddress: address } };
    case 'cash_on_delivery':
    case 'bank_transfer':
      return {
        amount,
        manualPaymentMethod: { handle: means.kind, billingAddress: address },
      };
  }
}
