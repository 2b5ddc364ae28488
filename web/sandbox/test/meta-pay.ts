import type {
  PaymentConfiguration,
  PaymentDetails,
  PaymentItem,
  PaymentOptions,
} from '../../embed/wallets/meta-pay/types.ts';

export const item = (label: string, value: string, currency = 'CZK'): PaymentItem => ({
  label,
  amount: { currency, value },
});

/** A valid configuration. */
export const goodConfiguration = (): PaymentConfiguration => ({
  mode: 'TEST',
  partnerId: 'partner-1',
  partnerMerchantId: 'kramek',
  acquirerCountryCode: 'CZ',
  supportedContainers: { 'basic-card-v1': {}, 'ecom-token-v1': {} },
  containerContext: 'context-1',
});

export const way = (id: string, value = '99.00') => ({
  id,
  label: id.toUpperCase(),
  price: { currency: 'CZK', value },
});

/** Valid details of shipped goods. */
export const goodDetails = (): PaymentDetails => ({
  total: item('Krámek', '1389.00'),
  summaryItems: [item('Mezisoučet', '1390.00'), item('Sleva', '-100.00'), item('Doprava', '99.00')],
  displayItems: [item('V ceně DPH', '241.07')],
  offers: [{ code: 'LETO' }],
  fulfillmentOptions: [way('ppl'), way('dpd', '129.00')],
  fulfillmentOptionId: 'ppl',
});

/** Options of shipped goods. */
export const goodOptions = (): PaymentOptions => ({
  requestBillingAddress: true,
  requestShipping: true,
  requestPayerName: true,
  requestPayerEmail: true,
  requestPayerPhone: true,
});
