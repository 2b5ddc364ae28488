import { views as amazonPay } from 'virtual:views/amazon_pay';
import { createRetailerWallet } from './adapter.ts';
import { publishClick } from './clicks.ts';

export const views = amazonPay;

/** Amazon Pay's adapter. */
export const createAdapter = createRetailerWallet('amazon_pay', () => undefined);

/**
 * Buy with Prime's adapter: the same pages, with settings of its own, and an event of the page's. No instrument uses it until
 * the server offers the wallet.
 */
export const createPrime = createRetailerWallet('optimus', publishClick);
