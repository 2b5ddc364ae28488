import { createPageLock } from '../flows/page-lock.ts';
import type * as Sheet from '../flows/sheet/index.ts';
import type * as ApplePay from '../wallets/apple-pay/index.ts';
import type * as GooglePay from '../wallets/google-pay/index.ts';
import type * as PayPal from '../wallets/paypal/index.ts';
import type * as Delivery from './delivery.ts';
import type * as Press from './press.ts';
import type * as Subscription from './subscription.ts';
import type * as Wallet from './wallet.ts';
import type * as Ui from '../ui/mount.tsx';

/** One shopper, one page: at most one purchase is alive, whichever chunk does it. */
export const PAGE_LOCK = createPageLock();

/** Where a chunk is. The build has the imports below use it, too. */
const chunkUrl = (name: ChunkName): string => new URL(__CHUNKS__[name], import.meta.url).href;

/** Makes a loader that loads once; after a failure the next call tries again, for the network may be back. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
}

/** What a press needs: the cart client, the outcomes, the dialog. Loaded as soon as there is a button. */
export const loadPress = once<typeof Press>(() => import('./press.ts'));

/** What drawn wallet buttons need. Loaded with the first wallet a page names. */
export const loadWallet = once<typeof Wallet>(() => import('./wallet.ts'));

/** The loop of a wallet's sheet. Loaded with the first wallet a page names. */
export const loadSheet = once<typeof Sheet>(() => import('../flows/sheet/index.ts'));

/** Apple Pay's adapter. */
export const loadApplePay = once<typeof ApplePay>(() => import('../wallets/apple-pay/index.ts'));

/** Google Pay's adapter. */
export const loadGooglePay = once<typeof GooglePay>(() => import('../wallets/google-pay/index.ts'));

/** PayPal's adapter, and Venmo's with it. */
export const loadPayPal = once<typeof PayPal>(() => import('../wallets/paypal/index.ts'));

/** Venmo's adapter. */
export const loadVenmo = async (): Promise<{ createAdapter: typeof PayPal.createVenmo }> => ({
  createAdapter: (await loadPayPal()).createVenmo,
});

/** Promised days and carriers' prices. Loaded in shops that have them. */
export const loadDelivery = once<typeof Delivery>(() => import('./delivery.ts'));

/** The consent of a selling plan. Loaded with the first plan that is chosen. */
export const loadSubscription = once<typeof Subscription>(() => import('./subscription.ts'));

/** React and the views. Loaded on intent. */
export const loadUi = once<typeof Ui>(() => import('../ui/mount.tsx'));

let prefetched = false;

/** Has the browser fetch, but not run, React's chunk once nothing better is to do. */
export function prefetchUi(): void {
  if (prefetched) return;
  prefetched = true;
  const prefetch = (): void => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = chunkUrl('ui');
    link.integrity = __UI_INTEGRITY__;
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  };
  // WebKit has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch, { timeout: 5000 });
  else setTimeout(prefetch, 2000);
}
