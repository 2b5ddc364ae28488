import type {
  ChangedPaymentDetails,
  PaymentAddress,
  PaymentOptions,
  PaymentResponse,
} from '../../embed/wallets/meta-pay/types.ts';
import type { Buyer, BuyerAddress } from './buyers.ts';
import type { Scenario } from './preset.ts';

/** The address before the buyer's consent: what tax and delivery need, or, in one scenario, even less. */
export function redacted(address: BuyerAddress, scenario: Scenario): PaymentAddress {
  const { country, region = '', city = '', postalCode = '' } = address;
  return scenario === 'redact' ? { country, region } : { country, region, city, postalCode };
}

/** What an event tells of the buyer. */
export const intermediateAddresses = (
  { address }: Buyer,
  { requestBillingAddress, requestShipping }: PaymentOptions,
  scenario: Scenario,
): Pick<ChangedPaymentDetails, 'billingAddress' | 'shippingAddress'> => ({
  ...(requestBillingAddress && { billingAddress: redacted(address, scenario) }),
  ...(requestShipping && { shippingAddress: redacted(address, scenario) }),
});

/** What the merchant gets with the buyer's consent: what it has asked for. */
export const agreedContact = (
  { address, email }: Buyer,
  options: PaymentOptions,
): Omit<PaymentResponse, 'container' | 'complete' | 'retry'> => ({
  ...(options.requestPayerName && { payerName: address.recipient }),
  ...(options.requestPayerEmail && { payerEmail: email }),
  ...(options.requestPayerPhone && address.phone !== undefined && { payerPhone: address.phone }),
  ...(options.requestBillingAddress && { billingAddress: address }),
  ...(options.requestShipping && { shippingAddress: address }),
});
