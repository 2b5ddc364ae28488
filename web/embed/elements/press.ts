/**
 * What happens after a press: a chunk of its own, loaded with the first button, so that the entry stays small. Once it is
 * there nothing more is needed to make a cart or to say that none could be made, not even the server.
 */
import { createCartClient } from '../cart/client.ts';
import { LOCALE } from '../constants.ts';
import type { Instrument } from '../flows/instruments.ts';
import type { PageLock } from '../flows/page-lock.ts';
import type { ProductLine } from '../flows/product-form.ts';
import { purchase } from '../flows/purchase.ts';
import { showDialog } from './dialog.ts';
import type { ProductSettings } from './product-attributes.ts';

export { forgetRedirect } from '../flows/purchase.ts';

/** One press, as the element saw it. */
export interface Press {
  readonly host: HTMLElement;
  readonly pressed: 'button' | 'link';
  readonly line: ProductLine;
  readonly instrument: Instrument;
  readonly settings: ProductSettings;
  readonly origin: string;
  readonly lock: PageLock;
  readonly signal: AbortSignal;
  /** What gets the focus back from a dialog. */
  readonly returnFocus: () => HTMLElement | null;
  readonly busy: (busy: boolean) => void;
}

/** Leaves the page. Apart, because tests cannot. */
export const leave = {
  to: (url: string): void => {
    location.assign(url);
  },
};

/** Buys what was pressed for. Never rejects: every failure has been shown. */
export function press({ settings, origin, pressed, returnFocus, line, ...rest }: Press): Promise<void> {
  const { accessToken, buyerCountry, buyerCurrency, recommended, requiresShipping, variantParams } = settings;
  return purchase({
    ...rest,
    line,
    buyerCountry,
    buyerCurrency,
    requiresShipping:
      variantParams.find(({ id }) => id === line.variantId)?.requiresShipping ?? requiresShipping,
    skipShopPay: pressed === 'link' && recommended?.name === 'shop_pay',
    client: () => createCartClient({ origin, accessToken, country: buyerCountry, locale: LOCALE }),
    showDialog: (text) => {
      showDialog(text, returnFocus);
    },
    navigate: leave.to,
  });
}
