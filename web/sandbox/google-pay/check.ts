import { checkMethods, checkTokenization } from './check-methods.ts';
import { checkShipping } from './check-shipping.ts';
import { checkTransaction } from './check-transaction.ts';
import { isObject, isText, items, members } from '../../base/read.ts';

/** The intents for which Google calls `onPaymentDataChanged`. */
const CHANGES = ['OFFER', 'SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_METHOD'];

function checkCallbacks(request: unknown, callbacks: unknown): string | null {
  const intents = items(members(request)['callbackIntents']);
  const { onPaymentAuthorized, onPaymentDataChanged } = members(callbacks);
  const unknown = intents.find(
    (intent) => intent !== 'PAYMENT_AUTHORIZATION' && !CHANGES.includes(String(intent)),
  );
  if (unknown !== undefined) return 'callbackIntents: not known';
  const authorizes = intents.includes('PAYMENT_AUTHORIZATION');
  const changes = intents.some((intent) => CHANGES.includes(String(intent)));
  if (authorizes && typeof onPaymentAuthorized !== 'function')
    return 'callbackIntents PAYMENT_AUTHORIZATION needs onPaymentAuthorized';
  if (!authorizes && onPaymentAuthorized !== undefined)
    return 'onPaymentAuthorized needs callbackIntents PAYMENT_AUTHORIZATION';
  if (changes && typeof onPaymentDataChanged !== 'function')
    return 'callbackIntents of changes need onPaymentDataChanged';
  if (!changes && onPaymentDataChanged !== undefined)
    return 'onPaymentDataChanged needs callbackIntents of changes';
  return null;
}

function checkMerchant(request: unknown, environment: string): string | null {
  const { merchantInfo } = members(request);
  if (!isObject(merchantInfo)) return 'merchantInfo is required';
  if (environment === 'PRODUCTION' && !isText(members(merchantInfo)['merchantId']))
    return 'merchantInfo.merchantId is required';
  return null;
}

/**
 * Why Google's SDK would refuse a `PaymentDataRequest`; null if it is valid. `callbacks` are the client's
 * `paymentDataCallbacks`.
 */
export const checkRequest = (request: unknown, callbacks: unknown, environment: string): string | null =>
  checkMethods(request) ??
  checkMerchant(request, environment) ??
  checkTokenization(request) ??
  checkTransaction(members(request)['transactionInfo']) ??
  checkCallbacks(request, callbacks) ??
  checkShipping(request);
