/** @typedef {{ at: number, bytes: number, isScript: boolean, url: string }} Transfer `at`: when it ended, in milliseconds since 1970 */

/** How long nothing may be transferred for a page to count as quiet, and how long to wait for that. */
const QUIET_MS = 2_500;
const QUIET_DEADLINE_MS = 30_000;

/** Counts what a page transfers, as it comes over the wire. */
export class Traffic {
  /** @type {Transfer[]} */
  #ended = [];
  /** @type {Map<string, { url: string, type: string }>} */
  #open = new Map();
  #lastChange = Date.now();
  /** From the protocol's own clock, in seconds, to milliseconds since 1970. */
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

  /** Forgets what has been transferred. */
  reset() {
    this.#ended = [];
  }

  /** What has been transferred by a time. @param {number} [until] milliseconds since 1970 */
  transfers(until = Number.POSITIVE_INFINITY) {
    return this.#ended.filter(({ at }) => at <= until);
  }

  /** Waits until nothing has been transferred for a while. */
  async quiet() {
    const deadline = Date.now() + QUIET_DEADLINE_MS;
    while (Date.now() < deadline && Date.now() - this.#lastChange < QUIET_MS)
      await new Promise((done) => setTimeout(done, 100));
  }
}

/** @param {readonly Transfer[]} transfers */
export const kilobytes = (transfers) => transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

/**
 * Whether it is a wallet vendor's and not the shop's: a script from another host, or the emulation of one and what that
 * loads.
 * @param {Transfer} transfer
 */
export function isVendors({ url }) {
  const { hostname, pathname } = new URL(url);
  return hostname !== 'localhost' || pathname.includes('sandbox');
}
