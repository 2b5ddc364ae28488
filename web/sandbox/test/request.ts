import type { PaymentDataRequest } from '../google-pay/types.ts';

/** A valid request for shipped goods. */
export const goodRequest = (): PaymentDataRequest => ({
  apiVersion: 2,
  apiVersionMinor: 0,
  merchantInfo: { merchantId: '12345678901234567890', merchantName: 'Krámek' },
  allowedPaymentMethods: [
    {
      type: 'CARD',
      parameters: {
        allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
        allowedCardNetworks: ['MASTERCARD', 'VISA'],
        billingAddressRequired: true,
        billingAddressParameters: { format: 'FULL', phoneNumberRequired: true },
      },
      tokenizationSpecification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'zkratkasandbox', gatewayMerchantId: 'kramek' },
      },
    },
  ],
  emailRequired: true,
  transactionInfo: {
    currencyCode: 'CZK',
    countryCode: 'CZ',
    totalPrice: '0.01',
    totalPriceStatus: 'ESTIMATED',
    totalPriceLabel: 'Krámek',
    displayItems: [{ label: 'Sleva', type: 'DISCOUNT', price: '-1.00' }],
  },
  shippingAddressRequired: true,
  shippingAddressParameters: { phoneNumberRequired: true },
  shippingOptionRequired: true,
  callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION'],
});

/** A copy of a request with another value at a path such as `transactionInfo.totalPrice`; `undefined` removes it. */
export function changed(request: unknown, path: string, value: unknown): PaymentDataRequest {
  const copy = structuredClone(request);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<Record<string, unknown>>(
    (object, key) => object[key] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return copy as PaymentDataRequest;
}
