import type { SheetInstrument } from '../flows/instruments.ts';
import { loadGooglePay } from './chunks.ts';

/** The search-engine company's wallet. */
export const GOOGLE_PAY: SheetInstrument = {
  name: 'GooglePay',
  branded: true,
  walletName: 'Google Pay',
  loadAdapter: loadGooglePay,
};
