import { CART_CLIENT_RETRIES_MAX } from '../constants.ts';
import { cartClientError } from './error.ts';
import { post } from './post.ts';

/** The configuration of a client for one shop. */
export interface Shop {
  /** The API's origin, without a path. */
  readonly origin: string;
  readonly accessToken: string;
  /** The buyer's country, a two-letter code. */
  readonly country: string;
  /** As the API spells it. */
  readonly language: string;
  readonly version?: string;
  /** How many times to retry a throttled or unavailable call: 0 to 3. */
  readonly retries?: number;
}

/** The types generated from a document: its name, its variables, and the answer of its one field. */
export interface DocumentTypes {
  readonly name: string;
  readonly variables: object;
  readonly answer: unknown;
}

/** One call. */
export interface CartOperation<Types extends DocumentTypes = DocumentTypes> {
  /** Travels as `operation_name`. */
  readonly name: Types['name'];
  /** The document; declares `$country` and `$language` and hands them to `@inContext`. */
  readonly query: string;
  /** Never set: only the type checker uses it, to tie the operation to its document. */
  readonly types?: Types;
}

/** The variables of a call that the client does not add by itself. */
export type OwnVariables<Types extends DocumentTypes> = Omit<
  Types['variables'],
  'country' | 'language' | 'visitorConsent'
>;

/** What a visitor consented to beyond the purchase; null if unknown. */
export interface VisitorConsent {
  readonly analytics: boolean | null;
  readonly marketing: boolean | null;
  readonly preferences: boolean | null;
  readonly saleOfData: boolean | null;
}

/** Options of one call. */
export interface RequestOptions {
  /** Required, so that no call can hang or outlive its purpose. */
  readonly signal: AbortSignal;
  /** Lets the call finish while the page unloads. */
  readonly keepalive?: boolean;
  /** The instrument the call is made for. */
  readonly walletName?: string;
  /** Whether the call begins a wallet's checkout. */
  readonly startsWalletCheckout?: boolean;
  /** Stored with the cart that the call creates or changes, if its document declares `$visitorConsent`. */
  readonly visitorConsent?: VisitorConsent | null;
}

/** Sends one operation, with retries, and returns the last response, whatever its status. */
export type Transport = (
  operation: CartOperation,
  variables: object,
  options: RequestOptions,
) => Promise<Response>;

/** Creates the function that sends operations to one shop. */
export function createTransport(shop: Shop): Transport {
  const { origin, country, language, version = 'unstable', retries = CART_CLIENT_RETRIES_MAX } = shop;
  const wire = { ...shop, url: `${origin}/api/${version}/graphql.json`, retries };
  const context = { country, language };
  return ({ name, query }, own, { walletName, startsWalletCheckout, visitorConsent, ...init }) => {
    const headers: Record<string, string> = {};
    if (walletName) headers['X-Wallet-Name'] = walletName;
    if (startsWalletCheckout) headers['X-Start-Wallet-Checkout'] = 'true';
    const variables = { ...own, ...context, ...(visitorConsent && { visitorConsent }) };
    return post(wire, name, { query, variables }, { ...init, headers });
  };
}

/** Throws unless the answer is a success of the expected kind. */
export function assertAnswer(response: Response, contentType: RegExp): void {
  if (!response.ok)
    throw cartClientError(response.statusText || `HTTP ${response.status}`, {
      kind: 'status',
      status: response.status,
    });
  const type = response.headers.get('Content-Type') ?? '';
  if (!contentType.test(type))
    throw cartClientError(`Response returned unexpected Content-Type: ${type}`, {
      kind: 'content_type',
      contentType: type,
    });
}
