import { beforeEach, expect, it, vi } from 'vitest';

const idle = vi.fn((work: () => void) => {
  work();
  return 1;
});
const links = () => [...document.head.querySelectorAll('link')];

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('__CHECKOUT__', ['./checkout-1.js', './react-2.js', './checkout-3.css']);
  vi.stubGlobal('requestIdleCallback', idle);
});

it('fetches what the checkout will need, once, when nothing better is to do', async () => {
  const { prefetchCheckout } = await import('./prefetch.ts');
  prefetchCheckout();
  prefetchCheckout();
  expect(idle).toHaveBeenCalledTimes(1);
  expect(links().map(({ rel, as }) => [rel, as])).toEqual([
    ['prefetch', 'script'],
    ['prefetch', 'script'],
    ['prefetch', 'style'],
  ]);
  expect(links().map(({ href }) => href.split('/').at(-1))).toEqual([
    'checkout-1.js',
    'react-2.js',
    'checkout-3.css',
  ]);
});
