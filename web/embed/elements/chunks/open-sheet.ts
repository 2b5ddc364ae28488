import type { Goods, ReadyWallet } from '../../flows/wallet-check.ts';
import type { OpenWalletSheet, PurchaseRequest, SheetRequest } from '../../flows/request.ts';
import type { DialogWithLink } from '../../i18n/cs.ts';
import { isText, members } from '../../../base/read.ts';
import { LANGUAGE } from '../../constants.ts';
import type * as Rates from '../../flows/rates/index.ts';
import type * as Press from './press.ts';
import type { ElementPress } from './press.ts';

/** The flag of shops with carrier rates. */
const CARRIER_RATES = 'carrier_rates';

/** The chunks that opening a sheet needs. */
export interface SheetChunks {
  readonly press: typeof Press;
  readonly wallet: { readonly openWalletSheet: OpenWalletSheet };
  /** Loaded on demand. */
  readonly rates: () => Promise<typeof Rates>;
}

/** A press of a wallet's button. */
export interface SheetPress extends ElementPress, Pick<SheetRequest, 'source' | 'refused'> {
  readonly ready: ReadyWallet<SheetChunks>;
  readonly goods: Goods;
}

/** The shop's name as shown to the buyer; empty if the page does not give one. */
function shopName({ merchantName, paymentData }: Readonly<Record<string, unknown>>): string {
  const names = [merchantName, members(members(paymentData)['merchantInfo'])['merchantName']];
  return names.find(isText) ?? '';
}

/** Inserts a link before the dialog's button, in the same style, unless it leads to the current page. */
function addLink(dialog: HTMLDialogElement, { label, url }: NonNullable<DialogWithLink['link']>): void {
  const { origin, pathname } = new URL(url, location.href);
  if (origin + pathname === location.origin + location.pathname) return;
  const link = document.createElement('a');
  link.href = url;
  link.textContent = label;
  link.className = 'action';
  // The dialog's focus trap collects elements with a tabindex.
  link.tabIndex = 0;
  dialog.querySelector('.action')?.before(link);
  link.focus();
}

/** Opens a wallet's sheet, or leaves for its pages. Call it in the click's own task: browsers refuse it later. */
export function openSheet({ ready, goods, settings, origin, returnFocus, ...press }: SheetPress): void {
  const { chunks, instrument, adapter, config } = ready;
  const { walletParams } = config;
  const { accessToken, buyerCountry, buyerCurrency, enabledFlags } = settings;
  const purchase = {
    ...press,
    ...goods,
    instrument,
    buyerCountry,
    buyerCurrency,
    client: () => chunks.press.cartClient({ origin, accessToken, buyerCountry }),
    showDialog: (text) => {
      const dialog = chunks.press.showDialog(text, returnFocus);
      if (text.link) addLink(dialog, text.link);
    },
    navigate: chunks.press.leave.to,
  } satisfies PurchaseRequest;
  if ('leave' in adapter) {
    adapter.leave(purchase);
    return;
  }
  chunks.wallet.openWalletSheet({
    ...purchase,
    adapter,
    shop: { origin, accessToken },
    shopName: shopName(walletParams),
    emailRequired: walletParams['emailRequired'] === true,
    ratedCart: enabledFlags?.includes(CARRIER_RATES)
      ? async (cartId, options) => {
          const { fetchRatedCart } = await chunks.rates();
          const shop = { origin, accessToken, country: buyerCountry, language: LANGUAGE };
          return fetchRatedCart(shop, cartId, options);
        }
      : null,
  });
}
