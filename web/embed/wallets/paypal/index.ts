import { views as paypal } from 'virtual:views/paypal';
import { views as venmo } from 'virtual:views/venmo';
import { createPopupWallet } from './adapter.ts';

export const views = { ...paypal, ...venmo };

/** PayPal's adapter. */
export const createAdapter = createPopupWallet('paypal');

/** Venmo's adapter. */
export const createVenmo = createPopupWallet('venmo');
