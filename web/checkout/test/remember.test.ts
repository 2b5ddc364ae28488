import { afterEach, describe, expect, it, vi } from 'vitest';
import { rememberAddress } from '../src/flow/remember.ts';

const KEY = 'accelerated-checkout:default-address';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the default address', () => {
  it('[7.15] is kept in local storage, as far as a delivery promise depends on it', () => {
    rememberAddress('CZ', '602 00');
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ countryCode: 'CZ', zip: '602 00' });
    expect(localStorage).toHaveLength(1);
  });

  it('[7.15] a browser that keeps nothing stops no order', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => {
      rememberAddress('CZ', '602 00');
    }).not.toThrow();
  });
});
