import { CHECKOUT_ERROR, OUT_OF_STOCK } from '../../i18n/cs.ts';
import { walletEligibility, walletError, walletValidation } from '../../i18n/wallet.cs.ts';
import type { SheetError } from '../../wallets/protocol.ts';
import type { SheetAbort } from './actions.ts';
import { sheetError, walletFault } from './errors.ts';
import type { Failure } from './phase.ts';
import type { SheetRequest } from '../request.ts';
import type { SheetCart } from './sheet-cart.ts';

/** One failure as the sheet shows it at once, and as the page shows it afterwards. */
export interface FailureNotice {
  readonly failure: Failure;
  readonly error: SheetError;
}

const SOLD_OUT = sheetError('MERCHANDISE_OUT_OF_STOCK', 'other', 'error_dialogs.product.out_of_stock');

/** The page has no cart, or names an unknown language or country: a buyer cannot correct that (row 8.06). */
const PAGE_FAULTS: readonly (string | undefined)[] = ['MISSING_CART', 'INVALID_CONTEXT'];

/** Whether a wallet that pays in a window failed because of a fault of the page. Only an unknown cause has a code. */
export const isPageFault = (
  { instrument }: SheetRequest,
  { code }: { readonly kind: SheetAbort['kind']; readonly code?: string },
): boolean => instrument.inWindow === true && PAGE_FAULTS.includes(code);

/** For the console (row 5.10); the buyer sees the wallet's dialog. */
export const warnOfDigitalCart = ({ instrument }: SheetRequest): void => {
  console.error(`${instrument.walletName} checkout started for digital cart`);
};

/** The wallet failed. */
export const walletFailure = ({ instrument }: SheetRequest): Failure => ({
  reason: 'wallet_unavailable',
  text: walletError(instrument.walletName),
});

/** The failure for an unknown cause. If the cart could not be created, the checkout failed, not the wallet. */
export const unexplained = (request: SheetRequest, { latest }: SheetCart): Failure =>
  request.source.kind === 'line' && latest === null
    ? { reason: 'checkout_unavailable', text: CHECKOUT_ERROR }
    : walletFailure(request);

/** The notice for a sheet that was aborted. */
export function failureNotice(abort: SheetAbort, request: SheetRequest, cart: SheetCart): FailureNotice {
  const { walletName } = request.instrument;
  switch (abort.kind) {
    case 'out_of_stock':
      return { failure: { reason: abort.kind, text: OUT_OF_STOCK }, error: SOLD_OUT };
    case 'custom_validation': {
      const { kind: reason, message } = abort;
      return {
        failure: { reason, text: walletValidation(message, walletName) },
        error: { ...walletFault(walletName, 'VALIDATION_CUSTOM'), message },
      };
    }
    case 'nothing_eligible': {
      const { kind: reason } = abort;
      const text = walletEligibility(walletName);
      return {
        failure: { reason, text },
        error: { ...walletFault(walletName, 'NOTHING_ELIGIBLE'), message: text.text },
      };
    }
    case 'digital_cart': {
      warnOfDigitalCart(request);
      const failure = { ...walletFailure(request), reason: abort.kind };
      return { failure, error: walletFault(walletName, 'DIGITAL_CART') };
    }
    case 'wallet_unavailable': {
      // The page's cart may have been ordered in another tab. The buyer must see a message; reloading helps.
      const silent =
        isPageFault(request, abort) && (abort.code !== 'MISSING_CART' || request.source.kind === 'line');
      return {
        failure: { ...unexplained(request, cart), silent },
        error: walletFault(walletName, abort.code),
      };
    }
  }
}
