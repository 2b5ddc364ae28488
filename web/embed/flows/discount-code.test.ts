import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedDiscountCode } from './discount-code.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = 'discount_code=; max-age=0';
});

describe('storedDiscountCode', () => {
  it('[3.09] reads the tab’s storage, then the browser’s, then the cookie', () => {
    expect(storedDiscountCode()).toBeNull();
    document.cookie = 'discount_code=L%C3%89TO%2010';
    expect(storedDiscountCode()).toBe('LÉTO 10');
    localStorage.setItem('discount_code', 'MÍSTNÍ');
    expect(storedDiscountCode()).toBe('MÍSTNÍ');
    sessionStorage.setItem('discount_code', ' PANEL ');
    expect(storedDiscountCode()).toBe('PANEL');
  });

  it('[3.09] skips what is empty, broken or forbidden', () => {
    sessionStorage.setItem('discount_code', '  ');
    document.cookie = 'discount_code=%E0%A4%A';
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    expect(storedDiscountCode()).toBeNull();
  });
});
