import { isObject, isText, members } from '../../base/read.ts';

/** How long the sandbox may take to issue a token, in milliseconds. */
const MINT_DEADLINE = 10_000;

/** ISO 4217: the numeric code, which tokens contain, and the decimal places of the minor unit. */
interface Currency {
  readonly number: string;
  readonly places: number;
}

const CURRENCIES: Readonly<Record<string, Currency>> = {
  AED: { number: '784', places: 2 },
  AUD: { number: '036', places: 2 },
  CAD: { number: '124', places: 2 },
  CHF: { number: '756', places: 2 },
  CZK: { number: '203', places: 2 },
  DKK: { number: '208', places: 2 },
  EUR: { number: '978', places: 2 },
  GBP: { number: '826', places: 2 },
  HKD: { number: '344', places: 2 },
  HUF: { number: '348', places: 2 },
  JPY: { number: '392', places: 0 },
  KWD: { number: '414', places: 3 },
  MXN: { number: '484', places: 2 },
  NOK: { number: '578', places: 2 },
  NZD: { number: '554', places: 2 },
  PLN: { number: '985', places: 2 },
  RON: { number: '946', places: 2 },
  SEK: { number: '752', places: 2 },
  TND: { number: '788', places: 3 },
  USD: { number: '840', places: 2 },
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

/** What a token says about a decimal amount: minor units and numeric code. Throws if the currency cannot express it. */
export function authorisedAmount(amount: string, currencyCode: string): { minor: number; number: string } {
  const currency = CURRENCIES[currencyCode];
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (currency === undefined || whole === '') throw new Error(`Not an amount: ${amount} ${currencyCode}`);
  const { number, places } = currency;
  if (/[1-9]/.test(fraction.slice(places))) throw new Error(`${currencyCode} has ${places} decimal places`);
  return { minor: Number(`${whole}${fraction.slice(0, places).padEnd(places, '0')}`), number };
}

/** Requests a token from the sandbox's server, which also serves this script. */
export const mintAt =
  (tokensUrl: string): Mint =>
  async ({ merchantSession, amount, currencyCode, applicationData, cardNumber, version, flaw }, signal) => {
    const authorised = authorisedAmount(amount, currencyCode);
    const response = await fetch(tokensUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({
        merchantSession,
        transactionAmount: authorised.minor,
        currencyCode: authorised.number,
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
