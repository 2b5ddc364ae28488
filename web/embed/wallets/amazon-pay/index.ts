import { views as amazonPay } from 'virtual:views/amazon_pay';
import { createRetailerWallet } from './adapter.ts';

export const views = amazonPay;

/** Amazon Pay's adapter. */
export const createAdapter = createRetailerWallet('amazon_pay', () => undefined);
