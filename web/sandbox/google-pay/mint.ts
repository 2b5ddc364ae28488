import type { Card } from './cards.ts';
import { PaymentsError, type StatusCode } from './error.ts';
import { isText, members } from '../../base/read.ts';
import type { Preset } from './preset.ts';
import type { PaymentDataRequest, PaymentMethodSpecification } from './types.ts';

/** How long the sandbox may take to issue a token, in milliseconds. */
const MINT_DEADLINE = 10_000;

/** Issues the token of a payment. Rejects with `PaymentsError` if the server refuses, or with the network's error. */
export type Mint = (
  request: PaymentDataRequest,
  method: PaymentMethodSpecification,
  card: Card,
  protocol: Preset['protocol'],
  signal: AbortSignal,
) => Promise<string>;

const refusals: readonly StatusCode[] = ['DEVELOPER_ERROR', 'MERCHANT_ACCOUNT_ERROR'];

/** Requests a token from the sandbox's server, which also serves this script. */
export const mintAt =
  (tokensUrl: string): Mint =>
  async (request, method, card, protocol, signal) => {
    const response = await fetch(tokensUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({
        tokenizationSpecification: method.tokenizationSpecification,
        merchantInfo: request.merchantInfo,
        ...(protocol !== null && { protocol }),
        card: {
          number: card.number,
          expirationMonth: 12,
          expirationYear: new Date().getFullYear() + 4,
          authMethod: card.authMethod,
        },
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(MINT_DEADLINE)]),
    });
    const { token, statusCode, statusMessage } = members(await response.json());
    if (response.ok && isText(token)) return token;
    const refusal = refusals.find((code) => code === statusCode);
    if (refusal !== undefined) throw new PaymentsError(refusal, String(statusMessage));
    throw new Error('No token was issued');
  };
