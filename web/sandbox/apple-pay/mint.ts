import { isObject, isText, members } from '../../base/read.ts';

/** How long the sandbox may take to issue a token, in milliseconds. */
const MINT_DEADLINE = 10_000;

/** Numeric ISO 4217 codes of the currencies, which tokens contain. */
const CURRENCIES: Readonly<Record<string, string>> = {
  AED: '784',
  CHF: '756',
  CZK: '203',
  DKK: '208',
  EUR: '978',
  GBP: '826',
  HKD: '344',
  HUF: '348',
  MXN: '484',
  NOK: '578',
  PLN: '985',
  RON: '946',
  SEK: '752',
  USD: '840',
};

/** The content of a token. */
export interface TokenInput {
  readonly merchantSession: unknown;
  /** Decimal, as in the total. */
  readonly amount: string;
  readonly currencyCode: string;
  readonly applicationData: string | undefined;
  readonly cardNumber: string;
  readonly version: string | null;
  readonly flaw: string | null;
}

/** The members of a token that are signed. */
export interface Token {
  readonly paymentData: unknown;
  readonly transactionIdentifier: string;
}

/** Issues a token, or rejects. */
export type Mint = (minted: TokenInput, signal: AbortSignal) => Promise<Token>;

/** A decimal amount in minor units, without division. */
export function minorOf(amount: string): number {
  const [whole = '0', part = ''] = amount.split('.');
  return Number(`${whole}${part.padEnd(2, '0')}`);
}

/** Requests a token from the sandbox's server, which also serves this script. */
export const mintAt =
  (tokensUrl: string): Mint =>
  async ({ merchantSession, amount, currencyCode, applicationData, cardNumber, version, flaw }, signal) => {
    const response = await fetch(tokensUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({
        merchantSession,
        transactionAmount: minorOf(amount),
        currencyCode: CURRENCIES[currencyCode],
        ...(applicationData !== undefined && { applicationData }),
        ...(version !== null && { version }),
        ...(flaw !== null && { flaw }),
        card: {
          number: cardNumber,
          expirationMonth: 12,
          expirationYear: new Date().getFullYear() + 4,
        },
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(MINT_DEADLINE)]),
    });
    const { paymentData, transactionIdentifier } = members(await response.json());
    if (!response.ok || !isObject(paymentData) || !isText(transactionIdentifier))
      throw new Error('No token was issued');
    return { paymentData, transactionIdentifier };
  };
