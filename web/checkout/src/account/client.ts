import { withDeadline } from '../../../base/deadline.ts';
import { boolean, type Decoder, list, mapped, nullable, object, text } from '../../../base/decode.ts';
import { oneOf } from '../../../base/decode-choice.ts';
import { errorKind, type BrandedError } from '../../../base/branded-error.ts';
import { members } from '../../../base/read.ts';
import type { MailingAddressInput } from '../api/model.ts';
import type { WalletContent } from '../flow/inputs.ts';

/** The routes of the shop's wallet that the checkout's pages use. */

export const WALLET_STATES = ['unknown', 'recognised', 'signed_in'] as const;
export type WalletState = (typeof WALLET_STATES)[number];

/** What a buyer recognises a card by. */
export interface MaskedCard {
  readonly network: string;
  readonly lastFour: string;
}

export interface SavedCard extends MaskedCard {
  readonly id: string;
  /** `2030-01`; null if the gateway does not know it. */
  readonly expires: string | null;
}

export interface SavedAddress extends MailingAddressInput {
  readonly id: string;
  /** The address in one line, without the phone number. */
  readonly line: string;
}

/** A signed-in buyer's account. What was used last comes first. */
export interface Account {
  readonly email: string;
  readonly addresses: readonly SavedAddress[];
  readonly cards: readonly SavedCard[];
  readonly hasPasskey: boolean;
}

/** Why a request was refused, or came to nothing. */
export type AccountFault =
  | 'EMAIL_INVALID'
  | 'CODE_WRONG'
  | 'CODE_EXPIRED'
  | 'TOO_MANY'
  | 'NOT_ALLOWED'
  /** The passkey did not prove who paid, so a code must. */
  | 'CODE_NEEDED'
  | 'PASSKEY_REFUSED'
  /** The buyer used no passkey, or there is none here. */
  | 'unused'
  /** This device keeps a passkey of the account already. */
  | 'known'
  /** This browser has no passkeys. */
  | 'unsupported'
  /** Nobody is signed in, or no longer. */
  | 'signed_out'
  /** What was named is not there, or no longer. */
  | 'gone'
  /** The cart is being ordered, or has been. */
  | 'ordered'
  | 'busy'
  | 'network'
  | 'server';

const NAMED = [
  'EMAIL_INVALID',
  'CODE_WRONG',
  'CODE_EXPIRED',
  'TOO_MANY',
  'NOT_ALLOWED',
  'CODE_NEEDED',
  'PASSKEY_REFUSED',
] as const satisfies readonly AccountFault[];

interface Details {
  readonly fault: AccountFault;
  /** How many more codes may be tried; null if that was not said. */
  readonly triesLeft: number | null;
  /** Seconds after which asking again may help; null if that was not said. */
  readonly retryAfter: number | null;
}

export type AccountFailure = BrandedError<'AccountFailure', Details>;

const KIND = errorKind<'AccountFailure', Details>('AccountFailure');

export const isAccountFailure = KIND.is;

export const accountFailure = (fault: AccountFault, more: Partial<Details> = {}): AccountFailure =>
  KIND.create(fault, { fault, triesLeft: null, retryAfter: null, ...more });

/** The fault of any failure. Rethrows the abort of a caller that has gone. */
export function faultOf(failure: unknown, signal: AbortSignal): AccountFailure {
  if (signal.aborted) throw failure;
  return isAccountFailure(failure) ? failure : accountFailure('server');
}

const address: Decoder<MailingAddressInput, never> = object({
  firstName: nullable(text),
  lastName: nullable(text),
  company: nullable(text),
  address1: nullable(text),
  address2: nullable(text),
  city: nullable(text),
  province: nullable(text),
  zip: nullable(text),
  country: nullable(text),
  phone: nullable(text),
});

const savedAddress: Decoder<SavedAddress, never> = (value, path) => ({
  ...address(value, path),
  ...object({ id: text, line: text })(value, path),
});

export const maskedCard = object({ network: text, lastFour: text });

const account: Decoder<Account, never> = object({
  email: text,
  addresses: list(savedAddress),
  cards: list(object({ id: text, network: text, lastFour: text, expires: nullable(text) })),
  hasPasskey: boolean,
});

const payment: Decoder<WalletContent, never> = object({ sessionToken: text, billingAddress: address });

const session: Decoder<{ readonly state: WalletState }, never> = object({ state: oneOf(WALLET_STATES) });

const nothing: Decoder<null, never> = mapped(
  (value: unknown) => value,
  () => null,
);

interface OwnRequest {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/** Milliseconds for one answer. */
const DEADLINE = 15_000;

export interface AccountClient {
  readonly session: (signal: AbortSignal) => Promise<ReturnType<typeof session>>;
  readonly account: (signal: AbortSignal) => Promise<Account>;
  readonly sendCode: (email: string, signal: AbortSignal) => Promise<unknown>;
  readonly answerCode: (code: string, signal: AbortSignal) => Promise<unknown>;
  readonly signOut: (signal: AbortSignal) => Promise<unknown>;
  /** `address` is one of the account's, or null for one that was typed. */
  readonly pay: (address: string | null, card: string, signal: AbortSignal) => Promise<WalletContent>;
  /** Has the address and the card of this cart's order kept. `session` is the gateway's, of the card that pays. */
  readonly save: (session: string, signal: AbortSignal) => Promise<unknown>;
}

/** The client of the page of one cart; `checkoutUrl` contains the cart's key. */
export function accountClient(checkoutUrl: string, send: typeof fetch = fetch): AccountClient {
  const { pathname, searchParams } = new URL(checkoutUrl, location.href);
  const key = searchParams.get('key') ?? '';
  const ofCart = (rest = ''): string =>
    `${pathname}/account${rest}?${new URLSearchParams({ key }).toString()}`;
  const ask = <Out>(path: string, init: OwnRequest, decode: Decoder<Out, never>, signal: AbortSignal) =>
    answered(path, init, decode, signal, send);
  const json = (body: unknown): OwnRequest => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const form = (fields: Readonly<Record<string, string>>): OwnRequest => ({
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return {
    session: (signal) => ask('/account/session', {}, session, signal),
    account: (signal) => ask(ofCart(), {}, account, signal),
    sendCode: (email, signal) => ask('/account/code', form({ email }), nothing, signal),
    answerCode: (code, signal) => ask('/account/code/answer', form({ code }), nothing, signal),
    signOut: (signal) => ask('/account/sign-out', form({}), nothing, signal),
    pay: (id, card, signal) => ask(ofCart('/pay'), json({ address: id, card }), payment, signal),
    save: (gateway, signal) => ask(ofCart('/save'), json({ save: true, session: gateway }), nothing, signal),
  };
}

/** One request. Fails with an `AccountFailure`, or with the reason of `signal`'s abort. */
async function answered<Out>(
  path: string,
  { headers, ...init }: OwnRequest,
  decode: Decoder<Out, never>,
  signal: AbortSignal,
  send: typeof fetch,
): Promise<Out> {
  const limit = withDeadline(signal, DEADLINE);
  try {
    const answer = await send(path, {
      ...init,
      headers: { Accept: 'application/json', ...headers },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: limit.signal,
    });
    const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
    if (!answer.ok) throw refusal(answer, body);
    return decoded(decode, body);
  } catch (failure) {
    if (signal.aborted || isAccountFailure(failure)) throw failure;
    throw accountFailure('network');
  } finally {
    limit.clear();
  }
}

function decoded<Out>(decode: Decoder<Out, never>, body: unknown): Out {
  try {
    return decode(body, 'answer');
  } catch {
    throw accountFailure('server');
  }
}

function refusal(answer: Response, body: unknown): AccountFailure {
  const error = members(members(body)['error']);
  const fault = NAMED.find((code) => code === error['code']) ?? faultOfStatus(answer.status);
  const header = answer.headers.get('Retry-After');
  return accountFailure(fault, {
    triesLeft: whole(error['triesLeft']),
    retryAfter: whole(error['retryAfter']) ?? whole(header === null ? null : Number(header)),
  });
}

function faultOfStatus(status: number): AccountFault {
  if (status === 401) return 'signed_out';
  if (status === 409) return 'ordered';
  if (status === 404 || status === 410 || status === 422) return 'gone';
  if (status === 403) return 'NOT_ALLOWED';
  if (status === 429 || status === 503) return 'busy';
  return 'server';
}

const whole = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
