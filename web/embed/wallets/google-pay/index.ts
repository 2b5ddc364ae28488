import type { CreateWalletAdapter } from '../protocol.ts';
import { createGooglePay } from './adapter.ts';

export { looks } from 'virtual:looks/google_pay';
export { views } from 'virtual:views/google_pay';

/** Google Pay's adapter, over the browser's clock. */
export const createAdapter: CreateWalletAdapter = (params) => createGooglePay(params, { now: Date.now });
