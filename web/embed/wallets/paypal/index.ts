import { looks as paypalLook } from 'virtual:looks/paypal';
import { looks as venmoLook } from 'virtual:looks/venmo';
import { views as paypal } from 'virtual:views/paypal';
import { views as venmo } from 'virtual:views/venmo';
import { createPopupWallet } from './adapter.ts';

export const views = { ...paypal, ...venmo };
export const looks = { ...paypalLook, ...venmoLook };

/** PayPal's adapter. */
export const createAdapter = createPopupWallet('paypal');

/** Venmo's adapter. */
export const createVenmo = createPopupWallet('venmo');
