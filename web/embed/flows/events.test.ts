import { describe, expect, it, vi } from 'vitest';
import { one, page } from '../test/form.ts';
import { dispatch, type EventDetails } from './events.ts';

const EVENTS = [
  ['start', { instrument: 'BuyItNow', line: null, requiresShipping: true }],
  ['complete', { instrument: 'BuyItNow', redirectUrl: 'https://shop.example/', decelerationReason: null }],
  ['error', { instrument: 'BuyItNow', reason: 'out_of_stock', message: 'x' }],
  ['unavailable', { instrument: null, reason: 'missing_attribute' }],
  ['metric', { instrument: 'GooglePay', metric: 'sheet_cancelled', visitorId: null }],
  ['visible', { instrument: 'GooglePay' }],
] as const;

describe('an event', () => {
  it.each(EVENTS)(
    '[B.06] accelerated-checkout:%s leaves a shadow root; only a start can be prevented',
    (name, detail) => {
      page('<div></div>');
      const inner = document.createElement('i');
      one('div').attachShadow({ mode: 'open' }).append(inner);
      const told = vi.fn((event: Event) => {
        event.preventDefault();
      });
      const listening = new AbortController();
      const type = `accelerated-checkout:${name}` as const;
      document.addEventListener(type, told, { signal: listening.signal });
      const goesOn = dispatch(inner, type, detail as EventDetails[typeof type]);
      listening.abort();
      expect(told.mock.calls.map(([event]) => (event as CustomEvent<unknown>).detail)).toEqual([detail]);
      expect(goesOn).toBe(name !== 'start');
    },
  );
});
