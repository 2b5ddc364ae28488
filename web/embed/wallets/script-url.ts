/** The needed part of the browser's Trusted Types, which TypeScript's library lacks. */
interface TrustedTypes {
  readonly createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

/** A `TrustedScriptURL` if the browser supports it; typed as a string because `src` accepts both. */
interface ScriptUrlPolicy {
  readonly createScriptURL: (url: string) => string;
}

/** The name that a page's `trusted-types` directive has to allow. */
export const POLICY_NAME = 'accelerated-checkout';

// A policy may be created only once per page, but a page may run this code twice: in two entries.
const POLICY_KEY = Symbol.for(POLICY_NAME);

type Page = Partial<Record<symbol, ScriptUrlPolicy>> & { readonly trustedTypes?: TrustedTypes };

/** The hosts of the vendors' scripts. Any script of a page can request one, so no other host is allowed. */
const VENDORS: readonly string[] = [
  'https://pay.google.com',
  'https://applepay.cdn-apple.com',
  'https://www.paypal.com',
  'https://www.sandbox.paypal.com',
  'https://static-eu.payments-amazon.com',
  'https://static-na.payments-amazon.com',
  'https://static-fe.payments-amazon.com',
];

/** Whether a script's URL is allowed: on a vendor's host, the page's origin, or the origin of this script. */
const isSafe = ({ protocol, origin }: URL): boolean =>
  // The origin of a blob is that of its maker, and of a file none.
  /^https?:$/.test(protocol) &&
  [...VENDORS, location.origin, new URL(import.meta.url).origin].includes(origin);

const rules: ScriptUrlPolicy = {
  createScriptURL: (url) => {
    const parsed = new URL(url, document.baseURI);
    if (!isSafe(parsed)) throw new TypeError('Not a safe script address');
    return parsed.href;
  },
};

/**
 * A URL that can be assigned to a script element, also under a strict content security policy.
 * @throws {TypeError} if the URL is invalid or not allowed, or if the page forbids a policy of this name.
 */
export function scriptUrl(url: string): string {
  const page = window as unknown as Page;
  const policy = (page[POLICY_KEY] ??= page.trustedTypes?.createPolicy(POLICY_NAME, rules) ?? rules);
  return policy.createScriptURL(url);
}
