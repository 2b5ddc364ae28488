import type { BrandLooks, ButtonViews } from '../../dom/button-views.ts';
import { sheetInstrument } from '../../flows/instrument-registry.ts';
import type * as Rates from '../../flows/rates/index.ts';
import type * as AmazonPay from '../../wallets/amazon-pay/index.ts';
import type * as ApplePay from '../../wallets/apple-pay/index.ts';
import type * as GooglePay from '../../wallets/google-pay/index.ts';
import type * as MetaPay from '../../wallets/meta-pay/index.ts';
import type * as ShopWallet from '../../shop-wallet/index.ts';
import type * as PayPal from '../../wallets/paypal/index.ts';
import type * as CartWallets from '../chunks/cart-wallets.ts';
import type * as Delivery from '../chunks/delivery.ts';
import type * as Press from '../chunks/press.ts';
import type * as Subscription from '../chunks/subscription.ts';
import type * as Wallet from '../chunks/wallet.ts';

/** Creates a loader that loads once. After a failure the next call tries again. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
}

/** The cart client, the outcomes of a purchase and the error dialog. Loaded with the first button. */
export const loadPress = once<typeof Press>(() => import('../chunks/press.ts'));

/** A wallet's button and the flow of its sheet. Loaded with the first wallet that a page names. */
export const loadWallet = once<typeof Wallet>(async () => {
  const chunk = await import('../chunks/wallet.ts');
  chunk.definePayWalletButton(async (name) => sheetInstrument({ name })?.loadAdapter());
  return chunk;
});

/** The wallets of a cart. Loaded with the first element for them. */
export const loadCartWallets = once<typeof CartWallets>(() => import('../chunks/cart-wallets.ts'));

/** Creates the loader of a wallet's adapter, which also registers the wallet's button. */
const onceWithButtonViews = <Module extends { readonly views: ButtonViews; readonly looks: BrandLooks }>(
  load: () => Promise<Module>,
): (() => Promise<Module>) =>
  once(async () => {
    const [module, { addButtonViews }] = await Promise.all([load(), loadWallet()]);
    addButtonViews(module.views, module.looks);
    return module;
  });

/** Apple Pay's adapter. */
export const loadApplePay = onceWithButtonViews<typeof ApplePay>(
  () => import('../../wallets/apple-pay/index.ts'),
);

/** Google Pay's adapter. */
export const loadGooglePay = onceWithButtonViews<typeof GooglePay>(
  () => import('../../wallets/google-pay/index.ts'),
);

/** Meta Pay's adapter. */
export const loadMetaPay = onceWithButtonViews<typeof MetaPay>(
  () => import('../../wallets/meta-pay/index.ts'),
);

/** PayPal's adapter, and Venmo's with it. */
export const loadPayPal = onceWithButtonViews<typeof PayPal>(() => import('../../wallets/paypal/index.ts'));

/** Venmo's adapter. */
export const loadVenmo = async (): Promise<{ createAdapter: typeof PayPal.createVenmo }> => ({
  createAdapter: (await loadPayPal()).createVenmo,
});

/** The shop wallet's adapter, which draws its own button: the shop gives it its name. */
export const loadShopWallet = once<typeof ShopWallet>(() => import('../../shop-wallet/index.ts'));

/** Amazon Pay's adapter. */
export const loadAmazonPay = onceWithButtonViews<typeof AmazonPay>(
  () => import('../../wallets/amazon-pay/index.ts'),
);

/** Buy with Prime's adapter. */
export const loadPrime = async (): Promise<{ createAdapter: typeof AmazonPay.createPrime }> => ({
  createAdapter: (await loadAmazonPay()).createPrime,
});

/** The promised delivery day. Loaded if the shop promises one. */
export const loadDelivery = once<typeof Delivery>(() => import('../chunks/delivery.ts'));

/** Carriers' prices. Loaded if the shop asks carriers for prices. */
export const loadRates = once<typeof Rates>(() => import('../../flows/rates/index.ts'));

/** The consent of a selling plan. Loaded with the first plan that is chosen. */
export const loadSubscription = once<typeof Subscription>(() => import('../chunks/subscription.ts'));
