// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { AttemptMemory } from '../src/flow/attempt-memory.ts';
import { memory } from './support.ts';

describe('the token of an attempt', () => {
  it('[B.03] stays the same until the outcome is known, also over a reload', () => {
    const storage = memory();
    const first = new AttemptMemory(storage, 'cart');
    const token = first.token();
    expect(first.token()).toBe(token);
    expect(new AttemptMemory(storage, 'cart').token()).toBe(token);
    first.settled();
    expect(first.token()).not.toBe(token);
  });

  it('is long enough not to be guessed, and different each time', () => {
    const tokens = Array.from({ length: 50 }, () => new AttemptMemory(memory(), 'cart').token());
    expect(new Set(tokens).size).toBe(50);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/u);
  });

  it('remembers the id under which the server knows it', () => {
    const storage = memory();
    const attempts = new AttemptMemory(storage, 'cart');
    const token = attempts.token();
    attempts.accepted('attempt-1');
    expect(new AttemptMemory(storage, 'cart').pending()).toEqual({ token, attemptId: 'attempt-1' });
  });

  it('is kept per cart', () => {
    const storage = memory();
    const token = new AttemptMemory(storage, 'one').token();
    expect(new AttemptMemory(storage, 'two').token()).not.toBe(token);
  });

  it('stays the same within the page when storage is refused or holds nonsense', () => {
    const refuse = (): never => {
      throw new DOMException('', 'SecurityError');
    };
    const refused = new AttemptMemory({ getItem: refuse, setItem: refuse, removeItem: refuse }, 'cart');
    expect(refused.token()).toBe(refused.token());
    refused.settled();
    expect(refused.pending()).toBeNull();

    const storage = memory();
    storage.setItem('zkratka.attempt.cart', '{"token":1}');
    expect(new AttemptMemory(storage, 'cart').pending()).toBeNull();
  });
});
