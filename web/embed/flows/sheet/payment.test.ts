// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { readSnapshot } from '../../cart/snapshot.ts';
import { contact, costing, snapshotFields } from '../../test/sheet.ts';
import { mailingAddress } from './contact.ts';
import { paymentInput } from './payment.ts';

const cart = (total: string, hasSellingPlan: boolean) => {
  const read = readSnapshot(snapshotFields({ cost: costing(total) }));
  return { ...read, lines: read.lines.map((line) => ({ ...line, hasSellingPlan })) };
};

const wallet = { input: 'googlePayWalletContent', fields: { signature: 'podpis' } };

describe('[5.15] how it is paid', () => {
  it.each([
    ['what is due', '1388.00', false, false, 'wallet'],
    ['nothing, once', '0.00', false, false, 'free'],
    ['nothing now, under a selling plan', '0.00', true, false, 'wallet'],
    ['nothing, with a wallet that must be asked all the same', '0.00', false, true, 'wallet'],
  ])('%s', (_, total, hasSellingPlan, canUsePaymentMethodForFreeOrder, way) => {
    const bought = cart(total, hasSellingPlan);
    const wish = { content: wallet, billing: contact(), canUsePaymentMethodForFreeOrder };
    const paid = paymentInput(bought, wish);
    expect(bought.lines.length).toBeGreaterThan(0);
    expect(paid.amount).toEqual({ amount: total, currencyCode: 'CZK' });
    expect('freePaymentMethod' in paid).toBe(way === 'free');
    expect('walletPaymentMethod' in paid).toBe(way === 'wallet');
  });

  it.each([
    ['the one whom the wallet names', contact(), mailingAddress(contact())],
    ['nobody whom it names', null, {}],
  ])('by %s', (_, billing, billingAddress) => {
    const wish = { content: wallet, billing, canUsePaymentMethodForFreeOrder: false };
    expect(paymentInput(cart('1388.00', false), wish)).toEqual({
      amount: { amount: '1388.00', currencyCode: 'CZK' },
      walletPaymentMethod: { googlePayWalletContent: { signature: 'podpis', billingAddress } },
    });
    expect(paymentInput(cart('0.00', false), wish)).toEqual({
      amount: { amount: '0.00', currencyCode: 'CZK' },
      freePaymentMethod: { billingAddress },
    });
  });

  it('under the plan of one line out of several', () => {
    const bought = cart('0.00', false);
    const lines = [...bought.lines, ...cart('0.00', true).lines];
    const wish = { content: wallet, billing: null, canUsePaymentMethodForFreeOrder: false };
    expect('walletPaymentMethod' in paymentInput({ ...bought, lines }, wish)).toBe(true);
  });
});
