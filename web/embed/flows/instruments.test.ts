// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { BUY_IT_NOW, instrumentName, registerInstrument, selectInstrument } from './instruments.ts';

const wallet = (name: string) => ({ name, walletParams: {} });

describe('instruments', () => {
  it.each([
    ['buy_it_now', 'BuyItNow'],
    ['more_options', 'MoreOptions'],
    ['apple_pay', 'ApplePay'],
    ['paypal', 'PayPal'],
    ['venmo', 'Venmo'],
    ['google_pay', 'GooglePay'],
    ['shop_pay', 'ShopPay'],
    ['facebook_pay', 'FacebookPay'],
    ['buy_with_prime', 'BuyWithPrime'],
    ['amazon_pay', 'AmazonPay'],
    ['bitcoin', 'Unknown'],
    ['toString', 'Unknown'],
  ])('[3.18] %s is %s', (attribute, name) => {
    expect(instrumentName(attribute)).toBe(name);
  });

  it('[2.03] [4.25] recommended, then fallback, then buy-it-now; what is skipped is said', () => {
    const undo = registerInstrument({ name: 'ApplePay', branded: true });
    const apple = { instrument: { name: 'ApplePay', branded: true } };
    expect(selectInstrument([wallet('apple_pay'), wallet('buy_it_now')])).toMatchObject({
      ...apple,
      skipped: [],
    });
    expect(selectInstrument([wallet('paypal'), wallet('apple_pay')])).toMatchObject({
      ...apple,
      skipped: ['PayPal'],
    });
    undo();
    expect(selectInstrument([wallet('apple_pay'), null])).toEqual({
      instrument: BUY_IT_NOW,
      skipped: ['ApplePay'],
    });
  });
});
