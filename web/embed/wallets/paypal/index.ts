import { createPopupWallet } from './adapter.ts';

/** PayPal's adapter. */
export const createAdapter = createPopupWallet('paypal');

/** Venmo's adapter. */
export const createVenmo = createPopupWallet('venmo');
