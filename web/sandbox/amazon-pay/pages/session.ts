import { boolean, type Decoded, list, mapped, nullable, object, text } from '../../../base/decode.ts';
import { members } from '../../../base/read.ts';

const optional = nullable(text);

const address = mapped(
  object({
    handle: text,
    served: boolean,
    name: text,
    addressLine1: optional,
    addressLine2: optional,
    addressLine3: optional,
    city: optional,
    postalCode: optional,
    countryCode: text,
  }),
  ({ handle, served, name, addressLine1, addressLine2, addressLine3, ...place }) => ({
    handle,
    /** Whether the shop delivers there. */
    served,
    name,
    place: [addressLine1, addressLine2, addressLine3, place.postalCode, place.city, place.countryCode]
      .filter(Boolean)
      .join(', '),
  }),
);

const price = object({ amount: text, currencyCode: text });

const session = object({
  checkoutSessionId: text,
  state: text,
  productType: text,
  storeName: optional,
  amount: nullable(price),
  /** What the buyer permits to charge later. */
  recurring: nullable(object({ frequency: object({ unit: text, value: text }), amount: nullable(price) })),
  /** Whether the shop has said everything that a payment needs. */
  canPay: boolean,
  /** The shop's page for a session that is over. */
  wayBack: optional,
  /** `served`: whether the shop delivers to any of their addresses. */
  buyers: list(object({ handle: text, name: text, served: boolean })),
  buyer: nullable(
    object({
      handle: text,
      name: text,
      prime: boolean,
      addresses: list(address),
      cards: list(object({ ending: text, name: text })),
      chosenAddress: optional,
      chosenCard: optional,
    }),
  ),
});

/** A session as the pages show it. */
export type Session = Decoded<typeof session>;

/** The signed-in buyer with address book and wallet. */
export type SignedIn = NonNullable<Session['buyer']>;

async function call(path: string, init?: RequestInit): Promise<unknown> {
  const answer = await fetch(path, init);
  const body = (await answer.json()) as unknown;
  if (!answer.ok) throw new Error(String(members(body)['message']));
  return body;
}

const post = (path: string, body: object): Promise<unknown> =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const pathOf = (id: string, action: string): string => `sessions/${encodeURIComponent(id)}/${action}`;

/** Creates the session of a button's settings. Resolves to its identifier. */
export async function createSession(settings: object): Promise<string> {
  const { checkoutSessionId } = object({ checkoutSessionId: text })(await post('sessions', settings), '');
  return checkoutSessionId;
}

/** Fetches a session. Rejects if there is none. */
export const fetchSession = async (id: string): Promise<Session> =>
  session(await call(`sessions/${encodeURIComponent(id)}`), '');

/** Signs a buyer in. Resolves to the session. */
export const signIn = async (id: string, buyer: string): Promise<Session> =>
  session(await post(pathOf(id, 'sign-in'), { buyer }), '');

/** The choices of a buyer. What is missing stays as it is. */
export interface Choices {
  readonly address?: string;
  readonly card?: string;
}

const destination = object({ url: text });

/** Ends a page's work: the address that the browser goes to. */
async function leave(id: string, action: 'continue' | 'pay' | 'cancel'): Promise<string> {
  return destination(await post(pathOf(id, action), {}), '').url;
}

/** Stores the choices. Resolves to the shop's page that comes next. */
export async function proceed(id: string, choices: Choices): Promise<string> {
  await post(pathOf(id, 'choose'), choices);
  return leave(id, 'continue');
}

/** Goes back without another choice. Resolves to the shop's page that comes next. */
export const goBack = (id: string): Promise<string> => leave(id, 'continue');

/** Pays. Resolves to the shop's page that comes next. */
export const pay = (id: string): Promise<string> => leave(id, 'pay');

/** Ends the session without a payment. Resolves to the shop's page that comes next. */
export const cancel = (id: string): Promise<string> => leave(id, 'cancel');
