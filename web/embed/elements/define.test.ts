import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS } from '../constants.ts';
import { page } from '../test/form.ts';
import { defineElements } from './define.ts';

const registry = (get: unknown, define: () => void) => ({
  get: () => get,
  define: vi.fn(define),
  whenDefined: () => (get === undefined ? new Promise(() => undefined) : Promise.resolve()),
});
const skeletons = () => document.querySelectorAll('.shopify-payment-button__skeleton').length;

beforeEach(() => {
  vi.useFakeTimers();
  page('<accelerated-checkout><div class="shopify-payment-button__skeleton">x</div></accelerated-checkout>');
});
afterEach(() => {
  vi.useRealTimers();
});

describe('defineElements', () => {
  it('[B.05] a second copy of the script leaves everything to the first', () => {
    const taken = registry(HTMLElement, () => undefined);
    vi.stubGlobal('customElements', taken);
    const sheets = document.adoptedStyleSheets.length;
    defineElements();
    expect(taken.define).not.toHaveBeenCalled();
    expect(document.adoptedStyleSheets).toHaveLength(sheets);
  });

  it('[2.17] where the element fails to register, its skeletons go after the definition time-out', () => {
    vi.stubGlobal(
      'customElements',
      registry(undefined, () => {
        throw new DOMException('taken', 'NotSupportedError');
      }),
    );
    expect(() => {
      defineElements();
    }).toThrow('taken');
    vi.advanceTimersByTime(CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS - 1);
    expect(skeletons()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(skeletons()).toBe(0);
  });

  it('[2.17] where it registers, nothing is taken away', async () => {
    vi.stubGlobal('customElements', {
      ...registry(undefined, () => undefined),
      whenDefined: () => Promise.resolve(),
    });
    defineElements();
    await vi.advanceTimersByTimeAsync(CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS * 2);
    expect(skeletons()).toBe(1);
  });
});
