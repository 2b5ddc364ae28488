import { CART_CLIENT_RETRIES_MAX } from '../constants.ts';
import { cartClientError } from './error.ts';
import { post } from './post.ts';

/** What must be known to speak to a shop. */
export interface Shop {
  /** Where the API is, without a path. */
  readonly origin: string;
  readonly accessToken: string;
  /** The buyer's country, a two-letter code. */
  readonly country: string;
  /** As the API spells it. */
  readonly language: string;
  readonly version?: string;
  /** How often a throttled or unavailable answer is asked for again: 0 to 3. */
  readonly retries?: number;
}

/** What is generated of a document: its name, its variables, and the answer of its one field. */
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
  /** Never set: ties the operation to the types of its document. */
  readonly types?: Types;
}

/** The variables of a call that the client does not add by itself. */
export type OwnVariables<Types extends DocumentTypes> = Omit<
  Types['variables'],
  'country' | 'language' | 'visitorConsent'
>;

/** What a visitor agreed to beside the purchase; null where it is not known. */
export interface VisitorConsent {
  readonly analytics: boolean | null;
  readonly marketing: boolean | null;
  readonly preferences: boolean | null;
  readonly saleOfData: boolean | null;
}

/** What may differ from call to call. */
export interface RequestOptions {
  /** Required: no call may hang or outlive its reason. */
  readonly signal: AbortSignal;
  /** Lets the call finish after the page has gone. */
  readonly keepalive?: boolean;
  /** The instrument the call is made for. */
  readonly walletName?: string;
  /** Whether the call begins a wallet's checkout. */
  readonly startsWalletCheckout?: boolean;
  /** Kept with the cart that the call makes or changes, where its document declares `$visitorConsent`. */
  readonly visitorConsent?: VisitorConsent | null;
}

/** Sends one operation and answers with the last response, whatever its status. */
export type Transport = (
  operation: CartOperation,
  variables: object,
  options: RequestOptions,
) => Promise<Response>;

/** Makes the function that sends operations to one shop. */
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
