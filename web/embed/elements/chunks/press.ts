/**
 * What happens after a press: a chunk of its own, loaded with the first button, so that the entry stays small. Once it is
 * there nothing more is needed to make a cart or to say that none could be made, not even the server.
 */
import { clientOf, type CartClient } from '../../cart/client.ts';
import { LANGUAGE } from '../../constants.ts';
import type { ProductLine } from '../../flows/product-form.ts';
import { purchase } from '../../flows/purchase.ts';
import type { PurchaseRequest } from '../../flows/request.ts';
import { showDialog } from '../views/error-dialog.ts';
import type { ProductSettings } from '../attributes/product.ts';

export { forgetRedirect } from '../../flows/purchase.ts';

/**
 * What every press of an element tells: the request of a purchase, with the settings and the origin from which the rest of
 * it is made.
 */
export interface ElementPress extends Pick<PurchaseRequest, 'lock' | 'signal' | 'busy'> {
  readonly host: HTMLElement;
  readonly settings: Pick<ProductSettings, 'accessToken' | 'buyerCountry' | 'buyerCurrency' | 'enabledFlags'>;
  readonly origin: string;
  /** What gets the focus back from a dialog. */
  readonly returnFocus: () => HTMLElement | null;
}

/** A press of the plain button, or of the link beside a wallet. */
export interface Press extends ElementPress, Pick<PurchaseRequest, 'instrument' | 'requiresShipping'> {
  readonly pressed: 'button' | 'link';
  readonly line: ProductLine;
  readonly settings: ProductSettings;
}

/** Leaves the page. Apart, because tests cannot. */
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

/** Buys what was pressed for. Never rejects: every failure has been shown. */
export function press({ settings, origin, pressed, line, returnFocus, ...rest }: Press): Promise<void> {
  const { accessToken, buyerCountry, buyerCurrency, recommended } = settings;
  return purchase({
    ...rest,
    source: { kind: 'line', line },
    buyerCountry,
    buyerCurrency,
    skipShopPay: pressed === 'link' && recommended?.name === 'shop_pay',
    client: () => cartClient({ origin, accessToken, buyerCountry }),
    showDialog: (text) => {
      showDialog(text, returnFocus);
    },
    navigate: leave.to,
  });
}
