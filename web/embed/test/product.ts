import type { PayingInstrument } from '../flows/instrument-registry.ts';
import type { ProductElement } from '../elements/product-element.ts';
import type { WalletAdapter } from '../wallets/protocol.ts';
import { one, page, productForm, settle } from './form.ts';

/** What every product element here has; its one variant must be shipped. */
export const ATTRIBUTES = `access-token="t" buyer-country="CZ" buyer-currency="CZK" variant-params='[{"id":123,"requiresShipping":true}]'`;
/** The button as the server sends it. */
export const BUTTON =
  '<button type="submit" class="shopify-payment-button__button shopify-payment-button__button--unbranded" formaction="/checkout/buy-it-now" formmethod="post">Koupit teď</button>';
/** The element as a page writes it. */
export const tag = (attributes = ATTRIBUTES, inside = BUTTON): string =>
  `<accelerated-checkout ${attributes}>${inside}</accelerated-checkout>`;
/** The field that chooses the variant. */
export const ID = '<input type="hidden" name="id" value="123">';
/** The button beside the element. */
export const ADD = '<button type="submit" name="add">Přidat do košíku</button>';

/** The page's one element. */
export const host = (): ProductElement => one<ProductElement>('accelerated-checkout');
/** Its plain button. */
export const button = (): HTMLButtonElement =>
  one<HTMLButtonElement>('.shopify-payment-button__button--unbranded');
/** Puts markup into the page and lets the elements follow. */
export const show = async (html: string): Promise<void> => {
  page(html);
  await settle();
};
/** The same, in a product form. */
export const showProduct = (element = tag(), fields = ID + ADD): Promise<void> =>
  show(productForm(fields + element));

/** A wallet that is there at once, or answers as told. */
export const wallet = (
  name: PayingInstrument['name'],
  walletName: string,
  check: WalletAdapter['check'] = () => Promise.resolve({ eligible: true }),
): PayingInstrument => ({
  name,
  walletName,
  loadAdapter: () =>
    Promise.resolve({ createAdapter: () => ({ check, open: () => ({ close: () => undefined }) }) }),
});
