/** The flow between a wallet's sheet and a cart. */
import { REDIRECT_REUSE_MS } from '../../constants.ts';
import { TOTAL, walletError } from '../../i18n/sheet.cs.ts';
import type { IneligibleReason, OpenSheet, SheetSetup } from '../../wallets/protocol.ts';
import { dispatch } from '../events.ts';
import type { OpenWalletSheet, SheetRequest } from '../request.ts';
import { warnOfDigitalCart } from './failure-notice.ts';
import { SheetFlow } from './sheet-flow.ts';

/**
 * The wallet turned out to be unavailable: reports it to the page and the buyer, and the element offers something else
 * (row 4.26).
 */
function refuse(request: SheetRequest, reason: IneligibleReason): void {
  const { host, instrument, showDialog, refused } = request;
  dispatch(host, 'accelerated-checkout:unavailable', { instrument: instrument.name, reason });
  showDialog(walletError(instrument.walletName));
  refused();
}

const setupOf = (request: SheetRequest): SheetSetup => ({
  requiresShipping: request.requiresShipping,
  hasSellingPlan: request.hasSellingPlan,
  currencyCode: request.buyerCurrency,
  totalLabel: TOTAL,
});

/**
 * Calls back when the page has been left, or after a timeout because a navigation may fail. Until then a second press
 * would buy twice.
 */
function afterLeaving(then: () => void): void {
  const left = new AbortController();
  const over = (): void => {
    left.abort();
    clearTimeout(timer);
    then();
  };
  const timer = setTimeout(over, REDIRECT_REUSE_MS);
  window.addEventListener('pagehide', over, { signal: left.signal });
}

/** Opens the adapter's sheet. Its flow ends with the page, the signal or the sheet. */
function begin(request: SheetRequest, release: () => void): void {
  const listening = new AbortController();
  let sheet: OpenSheet | null = null;
  const free = (): void => {
    release();
    request.busy(false);
  };
  const session = new SheetFlow(request, (leaves) => {
    listening.abort();
    if (!leaves) {
      free();
      return;
    }
    afterLeaving(free);
    // Until the browser has left, the adapter may still have something to do; that ends with the button.
    request.signal.addEventListener('abort', () => {
      sheet?.close();
    });
  });
  const quit = (pageIsGone: boolean): void => {
    if (session.quit(pageIsGone)) sheet?.close();
  };
  const { signal } = listening;
  request.busy(true);
  // A capturing listener runs before the element's own, which aborts the signal as if the element had been removed.
  window.addEventListener(
    'pagehide',
    () => {
      quit(true);
    },
    { signal, capture: true },
  );
  request.signal.addEventListener(
    'abort',
    () => {
      quit(false);
    },
    { signal },
  );
  let opened: OpenSheet | IneligibleReason;
  try {
    opened = request.adapter.open(setupOf(request), session.handlers);
  } catch (error) {
    console.warn('accelerated-checkout:', error);
    session.handlers.closed({ kind: 'failed', code: 'OPEN' });
    return;
  }
  if (typeof opened !== 'string') {
    sheet = opened;
    // If the element was removed while the wallet opened, there was no sheet to close yet.
    if (request.signal.aborted) quit(false);
    return;
  }
  // Stryker disable next-line BooleanLiteral: nothing has begun that could lead anywhere
  session.quit(false);
  refuse(request, opened);
}

/** Opens a wallet's sheet. Call it in the click's own task. Does nothing while another purchase runs on the page. */
export const openWalletSheet: OpenWalletSheet = (request) => {
  const { host, instrument, source, requiresShipping, signal } = request;
  if (signal.aborted) return;
  const release = request.lock.tryAcquire();
  if (release === null) return;
  const line = source.kind === 'line' ? source.line : null;
  const starts = dispatch(host, 'accelerated-checkout:start', {
    instrument: instrument.name,
    line,
    requiresShipping,
  });
  // A listener may have removed the element.
  if (!starts || request.signal.aborted) {
    release();
    return;
  }
  if (!requiresShipping && instrument.shippedOnly) {
    warnOfDigitalCart(request);
    release();
    refuse(request, 'digitalCart');
    return;
  }
  begin(request, release);
};
