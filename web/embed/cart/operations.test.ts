// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { payload, scriptedServer, snapshotFields, submitted } from '../test/sheet.ts';
import { createCartClient } from './checked-client.ts';
import { prepareCart, submitCart } from './completion.ts';
import * as operations from './operations.ts';

const client = createCartClient({
  origin: 'https://shop.example',
  accessToken: 't',
  country: 'CZ',
  locale: 'cs',
});
const options = { signal: new AbortController().signal };
const identity = { email: 'a@b.cz', address: { zip: '11000' }, validateAddress: 'STRICT' } as const;

describe('cart operations', () => {
  it.each([
    ['cartAttributesUpdate', () => operations.updateCartAttributes(client, 'c', [], options)],
    ['cartBillingAddressUpdate', () => operations.updateBillingAddress(client, 'c', { zip: '1' }, options)],
    ['cartBuyerIdentityUpdate', () => operations.updateIdentityAndAddress(client, 'c', identity, options)],
    ['cartSelectedDeliveryOptionsUpdate', () => operations.selectDeliveryOptions(client, 'c', [], options)],
    ['cartDiscountCodesUpdate', () => operations.updateDiscountCodes(client, 'c', ['X'], options)],
  ])('[7.04] [7.23] %s answers with the cart', async (name, call) => {
    const { calls } = scriptedServer({ [name]: payload({ warnings: [{ code: 'W' }] }) });
    const { cart, warnings } = await call();
    expect(cart?.cost).toMatchObject({ total: 138_900, subtotal: 129_000, tax: 24_107, duty: null });
    expect(warnings).toEqual(['W']);
    expect(calls[0]).toMatchObject({ name, variables: { cartId: 'c' } });
  });

  it('[7.10] the cart, or null if it does not exist', async () => {
    scriptedServer({ cart: snapshotFields() });
    const cart = await operations.fetchCart(client, 'c', options);
    expect(cart?.groups[0]?.options.map(({ handle }) => handle)).toEqual(['ppl', 'posta']);
  });

  it('[7.10] the limited cart', async () => {
    scriptedServer({ cart: snapshotFields() });
    await expect(operations.fetchLimitedCart(client, 'c', options)).resolves.toEqual({
      id: 'gid://shopify/Cart/ZTOKEN?key=abc',
      shippingRequired: true,
      sellingPlan: null,
    });
  });

  it.each(['CartStatusReady', 'CartStatusNotReady', 'CartThrottled'])('[7.05] %s', async (kind) => {
    scriptedServer({
      cartPrepareForCompletion: submitted(kind, { errors: [], pollAfter: '2026-01-01T00:00:00Z' }),
    });
    await expect(prepareCart(client, 'c', options)).resolves.toMatchObject({ kind });
  });

  it.each(['SubmitSuccess', 'SubmitThrottled', 'SubmitAlreadyAccepted', 'SubmitFailed'])(
    '[7.06] %s',
    async (kind) => {
      const fields = { redirectUrl: 'https://a.example', pollAfter: 'x', errors: [], checkoutUrl: null };
      const { calls } = scriptedServer({ cartSubmitForCompletion: submitted(kind, fields) });
      await expect(submitCart(client, 'c', 'token', options)).resolves.toMatchObject({ kind });
      expect(calls[0]?.variables).toMatchObject({ cartId: 'c', attemptToken: 'token' });
    },
  );

  it('[7.07] personal data is removed with keepalive', async () => {
    const { calls } = scriptedServer();
    await operations.removePersonalData(client, 'c', options);
    expect(calls[0]).toMatchObject({ name: 'cartRemovePersonalData', init: { keepalive: true } });
  });
});
