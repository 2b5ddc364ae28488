import type * as api from '../api/documents.types.ts';
import type { Cart, DeliveryAddressInput, MailingAddressInput, Money } from '../api/model.ts';
import type { ApprovedAccount } from '../bootstrap/data.ts';
import type { AddressField, AddressValues, FormValues, PaymentChoice } from '../form/fields.ts';
import { type FormContext, ownBilling } from '../form/validate.ts';

/** Converts the form into the API's inputs. Empty fields are sent as null. */
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

/** The selected option of each group, in the order of the groups; groups without a selection are left out. */
export function deliverySelections(
  form: FormValues,
  cart: Cart,
): readonly api.CartSelectedDeliveryOptionInput[] {
  return cart.groups.flatMap(({ id, purchase }) => {
    const { handle } = form.deliveries[purchase];
    return handle === null ? [] : [{ deliveryGroupId: id, deliveryOptionHandle: handle }];
  });
}

/** The billing address, or the delivery address if they are the same. */
export function billingAddress(form: FormValues, context: FormContext): MailingAddressInput {
  if (!ownBilling(form, context)) return addressInput(form.delivery, form.phone);
  // The number is written as in the buyer's country; in another one it would be read as something else.
  const sameCountry = form.billing.country === form.delivery.country;
  return addressInput(form.billing, sameCountry ? form.phone : '');
}

/** The billing address to save; null if it is the delivery address. */
export function ownBillingAddress(form: FormValues, context: FormContext): MailingAddressInput | null {
  return ownBilling(form, context) ? billingAddress(form, context) : null;
}

function addressInput(address: AddressValues, phone: string): MailingAddressInput {
  const filled = Object.entries(address).map(([field, text]) => [field, orNull(text)] as const);
  // Every field has an entry.
  const fields = Object.fromEntries(filled) as Record<AddressField, string | null>;
  return { ...fields, country: address.country, phone: orNull(phone) };
}

/** What the shop's wallet gives for one payment. */
export interface WalletContent {
  readonly sessionToken: string;
  readonly billingAddress: MailingAddressInput;
}

/** The payment of an order, complete. */
export type PaymentMeans =
  | { readonly kind: 'card'; readonly session: string }
  | { readonly kind: 'wallet'; readonly content: WalletContent }
  | { readonly kind: Exclude<PaymentChoice, 'card' | 'account'> }
  /** An order approved at a wallet's vendor. `email` is the one entered here, if the vendor supplies none. */
  | { readonly kind: 'account'; readonly approved: ApprovedAccount; readonly email: string }
  | { readonly kind: 'free' };

/** The vendor's own argument. */
function accountInput(
  { approved, email: entered }: Extract<PaymentMeans, { readonly kind: 'account' }>,
  billingAddress: MailingAddressInput,
): api.CartWalletPaymentMethodInput {
  const { account, token, payerId, email, expiresAt } = approved;
  return account === 'amazon_pay'
    ? { amazonPayWalletContent: { checkoutSessionId: token, billingAddress } }
    : {
        paypalWalletContent: { token, payerId, email: email ?? entered, expiresAt, billingAddress },
      };
}

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
    case 'wallet':
      return { amount, walletPaymentMethod: { shopPayWalletContent: means.content } };
    case 'account': {
      return { amount, walletPaymentMethod: accountInput(means, address) };
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
