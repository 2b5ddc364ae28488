import { describe, expect, it } from 'vitest';
import { formAction } from './origin.ts';

describe('formAction', () => {
  it.each([
    [location.origin, '/checkout/buy-it-now'],
    ['https://pay.example', 'https://pay.example/checkout/buy-it-now'],
  ])('[B.01] with the script from %s the form is posted to %s', (origin, action) => {
    expect(formAction(origin)).toBe(action);
  });
});
