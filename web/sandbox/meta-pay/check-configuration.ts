import { isObject } from '../../base/read.ts';
import { boolean, objectOf, optional, textOf, type Check } from './check-members.ts';
import { isContainerType } from './container-types.ts';

const country = textOf('an ISO 3166-1 alpha-2 code', /^[A-Z]{2}$/);

/** Only the types of the documentation, each with its options. */
const containers: Check = (value, path) => {
  if (!isObject(value)) return `${path} must be an object`;
  const types = Object.entries(value);
  if (types.length === 0) return `${path} must name a container type`;
  const wrong = types.find(([type, options]) => !isContainerType(type) || !isObject(options));
  return wrong ? `${path}.${wrong[0]} is not a container type with options` : null;
};

const configuration = objectOf({
  mode: textOf('TEST or LIVE', /^(TEST|LIVE)$/),
  partnerId: textOf('the partner’s id'),
  partnerMerchantId: textOf('the merchant’s id'),
  acquirerCountryCode: country,
  supportedContainers: containers,
  containerContext: optional(textOf('the context of the payment')),
});

const options = objectOf({
  requestBillingAddress: boolean,
  requestShipping: boolean,
  requestPayerName: boolean,
  requestPayerEmail: boolean,
  requestPayerPhone: boolean,
});

/** The fault of a `PaymentConfiguration`; null if it is valid. */
export const checkConfiguration = (value: unknown): string | null => configuration(value, 'configuration');

/** The fault of `PaymentOptions`; null if they are valid. */
export const checkOptions = (value: unknown): string | null => options(value, 'options');
