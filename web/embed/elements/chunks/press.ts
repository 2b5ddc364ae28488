/**
 * Handles a press. This chunk is loaded with the first button, so that the entry stays small. It contains everything
 * that creating a cart needs, and the dialog for a failure, so a failure can be shown when the server is down.
 */
import { clientOf, type CartClient } from '../../cart/client.ts';
import { LANGUAGE } from '../../constants.ts';
import { BUY_IT_NOW_INSTRUMENT, MORE_OPTIONS_INSTRUMENT } from '../../flows/instruments.ts';
import type { ProductLine } from '../../flows/product-form.ts';
import { purchase } from '../../flows/purchase.ts';
import type { PurchaseRequest } from '../../flows/request.ts';
import { showDialog } from '../views/error-dialog.ts';
import { requiresShipping, type ProductSettings } from '../attributes/product.ts';

export { forgetRedirect } from '../../flows/purchase.ts';

/**
 * The part of a purchase request that every press passes, with the settings and the origin that the rest is made from.
 */
export interface ElementPress extends Pick<PurchaseRequest, 'lock' | 'signal' | 'busy'> {
  readonly host: HTMLElement;
  readonly settings: Pick<ProductSettings, 'accessToken' | 'buyerCountry' | 'buyerCurrency' | 'enabledFlags'>;
  readonly origin: string;
  /** The element that gets the focus when a dialog closes. */
  readonly returnFocus: () => HTMLElement | null;
}

/** A press of the plain button, or of the link beside a wallet. */
export interface Press extends ElementPress {
  readonly isLink: boolean;
  readonly line: ProductLine;
  readonly settings: ProductSettings;
}

/** Leaves the page. An object, so that tests can replace the function. */
export const leave = {
  to: (url: string): void => {
    location.assign(url);
  },
};

export { showDialog };

/** Makes the cart client of an element. */
export const cartClient = ({
  origin,
  accessToken,
  buyerCountry,
}: Readonly<Record<'origin' | 'accessToken' | 'buyerCountry', string>>): CartClient =>
  clientOf({ origin, accessToken, country: buyerCountry, language: LANGUAGE });

/** Starts the purchase. Never rejects: failures are shown to the buyer. */
export function press({ settings, origin, isLink, line, returnFocus, ...rest }: Press): Promise<void> {
  const { accessToken, buyerCountry, buyerCurrency, recommended } = settings;
  return purchase({
    ...rest,
    instrument: isLink ? MORE_OPTIONS_INSTRUMENT : BUY_IT_NOW_INSTRUMENT,
    requiresShipping: requiresShipping(settings, line.variantId),
    source: { kind: 'line', line },
    buyerCountry,
    buyerCurrency,
    redirect: { skipsShopWallet: isLink && recommended?.name === 'shop_pay' },
    client: () => cartClient({ origin, accessToken, buyerCountry }),
    showDialog: (text) => {
      showDialog(text, returnFocus);
    },
    navigate: leave.to,
  });
}
