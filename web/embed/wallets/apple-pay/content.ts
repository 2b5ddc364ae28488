import type { WalletContent } from '../protocol.ts';
import { isText, members } from '../../../base/read.ts';
import type { Payment } from './types.ts';

/** The members of a token's header that the API accepts; the version decides which exist. */
const HEADER = ['applicationData', 'ephemeralPublicKey', 'publicKeyHash', 'transactionId', 'wrappedKey'];

/** The last four digits of the card, which the sheet calls e.g. `Visa 1234`. */
const lastDigits = (displayName: unknown): string | null =>
  isText(displayName) ? (/\d{4}$/.exec(displayName)?.[0] ?? null) : null;

/**
 * The token in the API's form (row 3.13), its parts unchanged. Null if it is malformed; only the server can verify its
 * content.
 */
export function walletContent({ token }: Payment): WalletContent | null {
  const { paymentData, paymentMethod } = members(token);
  const { data, signature, version, header } = members(paymentData);
  const known = members(header);
  if (!isText(data) || !isText(signature) || !isText(version)) return null;
  if (!isText(known['publicKeyHash']) || !isText(known['transactionId'])) return null;
  const parts = HEADER.filter((name) => isText(known[name])).map((name) => [name, known[name]] as const);
  return {
    input: 'applePayWalletContent',
    fields: {
      data,
      signature,
      version,
      // Wanted in every version; `RSA_v1` has none.
      header: { ephemeralPublicKey: '', ...Object.fromEntries(parts) },
      lastDigits: lastDigits(members(paymentMethod)['displayName']),
    },
  };
}
