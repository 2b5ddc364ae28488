import { ownAddress } from '../common/own-address.ts';

/** Where the pages of the emulated Amazon are. */
export interface PageAddresses {
  /** The page of a new checkout. Its settings travel in the fragment, so no storefront calls another origin. */
  readonly checkout: (settings: object) => string;
  /** The page on which the buyer of a session changes an address or a card. */
  readonly change: (sessionId: string, action: string) => string;
}

const SCRIPT = '/sandbox/amazon-pay/checkout.js';

/** The pages beside the running script. */
export function pageAddresses(): PageAddresses {
  const choose = new URL('choose', ownAddress(SCRIPT)).href;
  return {
    checkout: (settings) => `${choose}#${encodeURIComponent(JSON.stringify(settings))}`,
    change: (sessionId, action) =>
      `${choose}?${new URLSearchParams({ amazonCheckoutSessionId: sessionId, changeAction: action }).toString()}`,
  };
}

/** The settings in the fragment of the page's address; null if there are none. */
export function settingsIn(fragment: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(fragment.replace(/^#/, '')));
  } catch {
    return null;
  }
}
