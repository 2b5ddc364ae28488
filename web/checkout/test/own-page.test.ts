import { describe, expect, it } from 'vitest';
import { ownPage } from '../src/confirmation/own-page.ts';
import { AttemptMemory } from '../src/flow/attempt-memory.ts';
import { NO_MEMORY } from '../src/memories.ts';

const checkoutUrl = 'https://shop.example/checkout/ZTEST?key=0011';
const cartsLink = 'https://shop.example/checkout/ZTEST/confirmation?key=0011';

describe('the page of an order behind the link of its cart', () => {
  it('leads to the whole page in the tab that paid', () => {
    const attempts = new AttemptMemory(NO_MEMORY, 'cart');
    attempts.accepted('A1');
    expect(ownPage({ checkoutUrl }, attempts, cartsLink)).toBe(`${checkoutUrl}&attempt=A1`);
  });

  it('stays in any other tab, and where the outcome is unknown', () => {
    const attempts = new AttemptMemory(NO_MEMORY, 'cart');
    expect(ownPage({ checkoutUrl }, attempts, cartsLink)).toBeNull();
    attempts.token();
    expect(ownPage({ checkoutUrl }, attempts, cartsLink)).toBeNull();
  });

  it('does not go in circles when the server does not accept the attempt', () => {
    const attempts = new AttemptMemory(NO_MEMORY, 'cart');
    attempts.accepted('A1');
    expect(ownPage({ checkoutUrl }, attempts, `${checkoutUrl}&attempt=A1`)).toBeNull();
    expect(attempts.pending()).toBeNull();
  });
});
