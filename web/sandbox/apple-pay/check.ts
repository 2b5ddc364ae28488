import { isObject, isText, items, members } from '../../base/read.ts';
import { areKnown } from '../common/are-known.ts';

const CAPABILITIES = ['supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit'];
const CONTACT_FIELDS = ['email', 'name', 'phone', 'postalAddress', 'phoneticName'];
const SHIPPING_TYPES = ['shipping', 'delivery', 'storePickup', 'servicePickup'];
const AMOUNT = /^-?\d+(\.\d\d?)?$/;

const matches = (value: unknown, pattern: RegExp): boolean =>
  typeof value === 'string' && pattern.test(value);

/** The fault of a price line; null if it is valid. */
function checkLine(line: unknown, name: string): string | null {
  const { label, amount, type } = members(line);
  if (!isText(label)) return `${name}.label is required`;
  if (!matches(amount, AMOUNT)) return `${name}.amount is no amount`;
  return type === undefined || areKnown([type], ['final', 'pending']) ? null : `${name}.type is not known`;
}

/** The fault of a total; null if it is valid. */
export function checkTotal(total: unknown): string | null {
  if (!isObject(total)) return 'total is required';
  const { amount } = members(total);
  return checkLine(total, 'total') ?? (matches(amount, /^-/) ? 'total.amount must not be negative' : null);
}

/** The fault of price lines and shipping methods; null if they are valid. */
export function checkLists(lineItems: unknown, shippingMethods: unknown): string | null {
  const lines = items(lineItems).map((line) => checkLine(line, 'lineItems'));
  const methods = items(shippingMethods).map((method) => {
    const { label, amount, identifier, detail } = members(method);
    if (!isText(label) || !isText(identifier) || typeof detail !== 'string')
      return 'shippingMethods: label, detail and identifier are required';
    return matches(amount, AMOUNT) ? null : 'shippingMethods.amount is no amount';
  });
  return [...lines, ...methods].find((fault) => fault !== null) ?? null;
}

const UNITS = ['year', 'month', 'day', 'hour', 'minute'];

const isAddress = (value: unknown): boolean => isText(value) && URL.canParse(value);

/** The fault of a recurring payment request; null if it is valid or missing. */
export function checkRecurring(request: unknown): string | null {
  if (request === undefined) return null;
  if (!isObject(request)) return 'recurringPaymentRequest is no object';
  const { paymentDescription, regularBilling, managementURL } = members(request);
  if (!isText(paymentDescription)) return 'recurringPaymentRequest.paymentDescription is required';
  if (!isAddress(managementURL)) return 'recurringPaymentRequest.managementURL is no address';
  const { paymentTiming, recurringPaymentIntervalUnit, recurringPaymentIntervalCount } =
    members(regularBilling);
  if (paymentTiming !== 'recurring') return 'regularBilling.paymentTiming must be recurring';
  if (recurringPaymentIntervalUnit !== undefined && !areKnown([recurringPaymentIntervalUnit], UNITS))
    return 'regularBilling.recurringPaymentIntervalUnit is not known';
  const count = recurringPaymentIntervalCount ?? 1;
  if (!Number.isInteger(count) || Number(count) < 1)
    return 'regularBilling.recurringPaymentIntervalCount is no whole number from 1';
  return checkLine(regularBilling, 'regularBilling');
}

const areFields = (value: unknown): boolean =>
  value === undefined || items(value).every((field) => CONTACT_FIELDS.includes(field as string));

/** Why Apple would refuse an `ApplePayPaymentRequest`; null if it is valid. */
export function checkRequest(request: unknown): string | null {
  if (!isObject(request)) return 'the payment request must be an object';
  const { countryCode, currencyCode, merchantCapabilities, supportedNetworks, total } = members(request);
  const { requiredBillingContactFields, requiredShippingContactFields, ...rest } = members(request);
  if (!matches(countryCode, /^[A-Z]{2}$/)) return 'countryCode must be ISO 3166-1 alpha-2';
  if (!matches(currencyCode, /^[A-Z]{3}$/)) return 'currencyCode must be ISO 4217';
  if (!areKnown(merchantCapabilities, CAPABILITIES)) return 'merchantCapabilities must name known ones';
  if (!items(merchantCapabilities).includes('supports3DS')) return 'supports3DS is required';
  if (items(supportedNetworks).length === 0) return 'supportedNetworks must not be empty';
  if (!areFields(requiredBillingContactFields)) return 'requiredBillingContactFields is not known';
  if (!areFields(requiredShippingContactFields)) return 'requiredShippingContactFields is not known';
  const { shippingType } = rest;
  if (shippingType !== undefined && !areKnown([shippingType], SHIPPING_TYPES))
    return 'shippingType is not known';
  return (
    checkTotal(total) ??
    checkLists(rest['lineItems'], rest['shippingMethods']) ??
    checkRecurring(rest['recurringPaymentRequest'])
  );
}
