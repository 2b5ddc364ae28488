import { INSTRUMENTS, type SheetInstrument, type WalletKey } from '../../flows/instruments.ts';
import {
  loadAmazonPay,
  loadApplePay,
  loadGooglePay,
  loadMetaPay,
  loadPayPal,
  loadPrime,
  loadVenmo,
} from './chunks.ts';

/** The loader of each wallet's adapter. A wallet without one does not compile. */
const LOADERS: Readonly<Record<WalletKey, SheetInstrument['loadAdapter']>> = {
  apple_pay: loadApplePay,
  google_pay: loadGooglePay,
  paypal: loadPayPal,
  venmo: loadVenmo,
  facebook_pay: loadMetaPay,
  amazon_pay: loadAmazonPay,
  buy_with_prime: loadPrime,
};

/** One wallet of the table with its loader. */
export const sheetWallet = (key: WalletKey): SheetInstrument => ({
  ...INSTRUMENTS[key],
  loadAdapter: LOADERS[key],
});

/** Every wallet that an element can offer. */
export const sheetWallets = (): readonly SheetInstrument[] =>
  (Object.keys(LOADERS) as WalletKey[]).map(sheetWallet);
