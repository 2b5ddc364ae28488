import { isText, items, members } from '../../base/read.ts';

/** The intents that each reason allows; `OTHER_ERROR` allows all. */
const INTENTS: Readonly<Partial<Record<string, readonly string[]>>> = {
  SHIPPING_ADDRESS_INVALID: ['SHIPPING_ADDRESS'],
  SHIPPING_ADDRESS_UNSERVICEABLE: ['SHIPPING_ADDRESS'],
  SHIPPING_OPTION_INVALID: ['SHIPPING_OPTION'],
  OFFER_INVALID: ['OFFER'],
  PAYMENT_DATA_INVALID: ['PAYMENT_AUTHORIZATION', 'PAYMENT_METHOD'],
  OTHER_ERROR: ['OFFER', 'SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION', 'PAYMENT_METHOD'],
};

/** The fault of a merchant's error; null if it is valid or missing. `request` is the one that opened the sheet. */
export function checkError(error: unknown, request: unknown): string | null {
  if (error === undefined) return null;
  const { reason, intent, message } = members(error);
  const possible = isText(reason) && Object.hasOwn(INTENTS, reason) ? INTENTS[reason] : undefined;
  if (!possible) return 'error.reason is not known';
  if (!isText(intent) || !possible.includes(intent)) return `error.intent does not go with ${String(reason)}`;
  if (!items(members(request)['callbackIntents']).includes(intent))
    return `error.intent ${intent} is not one of callbackIntents`;
  return isText(message) ? null : 'error.message is required';
}
