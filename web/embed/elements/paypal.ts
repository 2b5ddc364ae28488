import type { SheetInstrument } from '../flows/instruments.ts';
import { loadPayPal, loadVenmo } from './chunks.ts';

/** The service paid by account. */
export const PAYPAL: SheetInstrument = {
  name: 'PayPal',
  branded: true,
  walletName: 'PayPal',
  loadAdapter: loadPayPal,
};

/** Its other account, for buyers in the United States. */
export const VENMO: SheetInstrument = {
  name: 'Venmo',
  branded: true,
  walletName: 'Venmo',
  loadAdapter: loadVenmo,
};
