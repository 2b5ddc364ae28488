import { describe, expect, it } from 'vitest';
import type { DocumentTypes } from '../../embed/cart/transport.ts';
import type { ApiClient, Operation } from '../src/api/client.ts';
import type { Cart, CartAnswer } from '../src/api/model.ts';
import { changeCodes } from '../src/flow/codes.ts';
import { UNKNOWN_CODE } from '../src/texts/codes.ts';
import { cart, czk } from './support.ts';

/** A server that knows these codes; answers what it was asked for. */
function server(state: { cart: Cart }): { api: ApiClient; asked: string[] } {
  const asked: string[] = [];
  const answer = (name: string, variables: Record<string, unknown>): CartAnswer => {
    asked.push(name);
    const warnings: { code: string; target: string; message: string }[] = [];
    if (name === 'cartGiftCardCodesAdd') {
      const [code] = variables['giftCardCodes'] as string[];
      if (code === 'PRAZDNA') return refused('PAYMENT_METHOD_NOT_APPLICABLE', 'Nic nezbývá.');
      if (code !== 'DAREK') return refused('INVALID', 'Neznáme.');
      const card = { id: 'card-1', lastCharacters: 'AREK', amount: czk('100.00') };
      state.cart = { ...state.cart, giftCards: [card] };
    } else if (name === 'cartGiftCardCodesRemove') {
      state.cart = { ...state.cart, giftCards: [] };
    } else {
      const codes = (variables['discountCodes'] as string[]).map((code) => {
        const applicable = code.toUpperCase() === 'LETO10';
        const reason = code === 'VELKA' ? 'DISCOUNT_PURCHASE_NOT_IN_RANGE' : 'DISCOUNT_NOT_FOUND';
        if (!applicable) warnings.push({ code: reason, target: 'cart', message: `Kód ${code} ne.` });
        return { code, applicable };
      });
      state.cart = { ...state.cart, codes };
    }
    return { cart: state.cart, errors: [], warnings };
  };
  const refused = (code: string, message: string): CartAnswer => ({
    cart: state.cart,
    errors: [{ code, field: ['giftCardCodes', '0'], message }],
    warnings: [],
  });
  const run = <Types extends DocumentTypes, Out>(
    operation: Operation<Types, Out>,
    variables: Types['variables'],
  ): Promise<Out> => Promise.resolve(answer(operation.name, variables as Record<string, unknown>) as Out);
  return { api: { run }, asked };
}

const signal = new AbortController().signal;

async function apply(
  code: string,
  before: Cart,
): Promise<{ message: string | null; cart: Cart; asked: string[] }> {
  const state = { cart: before };
  const { api, asked } = server(state);
  const { message } = await changeCodes(api, before, { kind: 'apply', code }, signal);
  return { message, cart: state.cart, asked };
}

describe('[3.03] codes in the checkout', () => {
  it('[8.03] are not at fault where a carrier has still to price what they change', async () => {
    const before = cart();
    const { api } = server({ cart: before });
    const errors = [{ code: 'PENDING_DELIVERY_GROUPS', field: ['discountCodes'], message: 'Čeká.' }];
    const run: ApiClient['run'] = async (operation, variables, signal) => {
      const answer = await api.run(operation, variables, signal);
      return operation.name === 'cartDiscountCodesUpdate' ? { ...answer, errors } : answer;
    };
    const { message, answer } = await changeCodes({ run }, before, { kind: 'apply', code: 'LETO10' }, signal);
    expect(message).toBeNull();
    expect(answer.cart?.codes).toEqual([{ code: 'LETO10', applicable: true }]);
  });

  it('takes a gift card by the same field', async () => {
    const { message, cart: after, asked } = await apply('DAREK', cart());
    expect(message).toBeNull();
    expect(after.giftCards).toHaveLength(1);
    expect(asked).toEqual(['cartGiftCardCodesAdd']);
  });

  it('applies a discount code beside those that are there, each once', async () => {
    const before = cart({
      codes: [
        { code: 'VELKA', applicable: false },
        { code: 'leto10', applicable: true },
      ],
    });
    const { message, cart: after } = await apply(' LETO10 ', before);
    expect(message).toBeNull();
    expect(after.codes.map((each) => each.code)).toEqual(['VELKA', 'LETO10']);
  });

  it('keeps a code that does not apply yet, and says why', async () => {
    const { message, cart: after } = await apply('VELKA', cart());
    expect(message).toBe('Kód VELKA ne.');
    expect(after.codes).toEqual([{ code: 'VELKA', applicable: false }]);
  });

  it('does not keep what is no code of any kind', async () => {
    const { message, cart: after } = await apply('NIC', cart());
    expect(message).toBe(UNKNOWN_CODE);
    expect(after.codes).toEqual([]);
  });

  it('says that nothing is left on a card, and looks no further', async () => {
    const { message, asked } = await apply('PRAZDNA', cart());
    expect(message).toBe('Nic nezbývá.');
    expect(asked).toEqual(['cartGiftCardCodesAdd']);
  });

  it('asks nobody about nothing', async () => {
    const { message, asked } = await apply('  ', cart());
    expect(message).not.toBeNull();
    expect(asked).toEqual([]);
  });

  it('takes codes and cards off again', async () => {
    const card = { id: 'card-1', lastCharacters: 'AREK', amount: czk('100.00') };
    const state = { cart: cart({ codes: [{ code: 'LETO10', applicable: true }], giftCards: [card] }) };
    const { api } = server(state);
    await changeCodes(api, state.cart, { kind: 'remove_discount', code: 'LETO10' }, signal);
    await changeCodes(api, state.cart, { kind: 'remove_gift_card', id: 'card-1' }, signal);
    expect(state.cart).toMatchObject({ codes: [], giftCards: [] });
  });
});
