import { looks as amazonLook } from 'virtual:looks/amazon_pay';
import { looks as primeLook } from 'virtual:looks/buy_with_prime';
import { views as amazonPay } from 'virtual:views/amazon_pay';
import { views as buyWithPrime } from 'virtual:views/buy_with_prime';
import { createRetailerWallet } from './adapter.ts';
import { publishClick } from './clicks.ts';

export const views = { ...amazonPay, ...buyWithPrime };
export const looks = { ...amazonLook, ...primeLook };

/** Amazon Pay's adapter. */
export const createAdapter = createRetailerWallet('amazon_pay', () => undefined);

/** Buy with Prime's adapter: the same pages, with settings of its own, and an event of the page's. */
export const createPrime = createRetailerWallet('optimus', publishClick);
