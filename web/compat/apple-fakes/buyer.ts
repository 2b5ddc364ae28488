import { KEEP_LOG, type CallLog } from './call-log.js';

/** The buyer's part, which the fakes leave to the test: an address and a card. The sandbox issues the tokens. */

type Contact = ApplePayJS.ApplePayPaymentContact;

/** The contact that a sheet passes on after the buyer's consent. */
export const WHOLE: Contact = {
  givenName: 'Jana',
  familyName: 'Nováková',
  emailAddress: 'jana.novakova@example.cz',
  phoneNumber: '+420777123456',
  addressLines: ['Údolní 12'],
  locality: 'Brno',
  postalCode: '602 00',
  country: 'Česko',
  countryCode: 'CZ',
};

/** The redacted contact that a sheet passes on before the buyer's consent. */
export const REDACTED: Contact = {
  locality: 'Brno',
  postalCode: '602 00',
  country: 'Česko',
  countryCode: 'CZ',
};

const log: CallLog = { calls: [], totals: [] };

/** Logs a call of the page, with the total that it passed. */
export function note(call: string, update?: { readonly newTotal?: { readonly amount: string } }): void {
  log.calls.push(call);
  if (update?.newTotal) log.totals.push(update.newTotal.amount);
  (globalThis as unknown as Record<string, (log: CallLog) => unknown>)[KEEP_LOG]?.(log);
}

interface MintedToken {
  readonly paymentData: unknown;
  readonly transactionIdentifier: string;
}

/** A token for the total that the page showed last. Synchronous, because the fakes do not await it. */
export function mint(merchantSession: unknown): ApplePayJS.ApplePayPaymentToken {
  const request = new XMLHttpRequest();
  request.open('POST', '/sandbox/apple-pay/tokens', false);
  request.setRequestHeader('content-type', 'application/json');
  request.send(
    JSON.stringify({
      merchantSession,
      transactionAmount: Math.round(Number(log.totals.at(-1)) * 100),
      currencyCode: '203',
      card: { number: '4111111111111111', expirationMonth: 12, expirationYear: new Date().getFullYear() + 4 },
    }),
  );
  const { paymentData, transactionIdentifier } = JSON.parse(request.responseText) as MintedToken;
  const paymentMethod = { displayName: 'Visa 1111', network: 'Visa', type: 'debit' };
  return {
    paymentData,
    transactionIdentifier,
    paymentMethod: paymentMethod as ApplePayJS.ApplePayPaymentMethod,
  };
}
