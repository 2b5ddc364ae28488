/** @typedef {{ at: number, bytes: number, isScript: boolean, url: string }} Transfer `at`: when it ended, in milliseconds since 1970 */

/** How long a page must transfer nothing to count as quiet, and how long to wait for that. */
const QUIET_MS = 2_500;
const QUIET_DEADLINE_MS = 30_000;

/** Counts the bytes that a page transfers, as compressed on the wire. */
export class Traffic {
  /** @type {Transfer[]} */
  #ended = [];
  /** @type {Map<string, { url: string, type: string }>} */
  #open = new Map();
  #lastChange = Date.now();
  /** Offset from the protocol's clock to milliseconds since 1970. */
  #offset = 0;

  /** @param {import('@playwright/test').CDPSession} session */
  constructor(session) {
    session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, type }) => {
      this.#offset = (wallTime - timestamp) * 1000;
      this.#open.set(requestId, { url: request.url, type: type ?? 'Other' });
      this.#lastChange = Date.now();
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength: bytes }) => {
      const { url = '', type = 'Other' } = this.#open.get(requestId) ?? {};
      this.#open.delete(requestId);
      const isScript = type === 'Script' || new URL(url).pathname.endsWith('.js');
      this.#ended.push({ at: timestamp * 1000 + this.#offset, bytes, isScript, url });
      this.#lastChange = Date.now();
    });
    session.on('Network.loadingFailed', ({ requestId }) => {
      this.#open.delete(requestId);
      this.#lastChange = Date.now();
    });
  }

  reset() {
    this.#ended = [];
  }

  /** The transfers up to a time. @param {number} [until] milliseconds since 1970 */
  transfers(until = Number.POSITIVE_INFINITY) {
    return this.#ended.filter(({ at }) => at <= until);
  }

  /** Waits until the page is quiet. */
  async quiet() {
    const deadline = Date.now() + QUIET_DEADLINE_MS;
    while (Date.now() < deadline && Date.now() - this.#lastChange < QUIET_MS)
      await new Promise((done) => setTimeout(done, 100));
  }
}

/** @param {readonly Transfer[]} transfers */
export const kilobytes = (transfers) => transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

/**
 * Whether a transfer belongs to a wallet vendor and not to the shop: a script from another host, or an emulated wallet's
 * script and what that loads.
 * @param {Transfer} transfer
 */
export function isVendors({ url }) {
  const { hostname, pathname } = new URL(url);
  return hostname !== 'localhost' || pathname.includes('sandbox');
}
