import type { PayingInstrument } from '../../flows/instrument-registry.ts';
import { INSTRUMENTS, type WalletKey } from '../../flows/instruments.ts';
import {
  loadAmazonPay,
  loadApplePay,
  loadGooglePay,
  loadMetaPay,
  loadPayPal,
  loadPrime,
  loadShopWallet,
  loadVenmo,
} from './chunks.ts';

/** The loader of each wallet's adapter. A wallet without one does not compile. */
const LOADERS: Readonly<Record<WalletKey, PayingInstrument['loadAdapter']>> = {
  apple_pay: loadApplePay,
  google_pay: loadGooglePay,
  paypal: loadPayPal,
  venmo: loadVenmo,
  shop_pay: loadShopWallet,
  facebook_pay: loadMetaPay,
  amazon_pay: loadAmazonPay,
  buy_with_prime: loadPrime,
};

/** One wallet of the table with its loader. */
export const sheetWallet = (key: WalletKey): PayingInstrument => ({
  ...INSTRUMENTS[key],
  loadAdapter: LOADERS[key],
});

/** Every wallet that an element can offer. */
export const sheetWallets = (): readonly PayingInstrument[] =>
  (Object.keys(LOADERS) as WalletKey[]).map(sheetWallet);
