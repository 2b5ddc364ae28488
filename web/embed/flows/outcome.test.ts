// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreateCartPayload, CreatedCart } from '../cart/create-cart.ts';
import type { CartUserError } from '../cart/user-error.ts';
import { outcomeOf, type CreateCartResult } from './deceleration.ts';
import { createCartResult } from './outcome.ts';

const cart: CreatedCart = {
  id: 'gid://shopify/Cart/Z1?key=abc',
  checkoutUrl: 'https://shop.example/checkout/Z1?key=abc',
  totalAmount: { amount: '10.00', currencyCode: 'CZK' },
  lineQuantities: [1],
};
const payload = (over: Partial<CreateCartPayload> = {}): CreateCartPayload => ({
  cart,
  userErrors: [],
  warnings: [],
  ...over,
});
const error = (code: string | null, message = 'x'): CartUserError => ({ code, message, field: [] });
const outcome = (over: Partial<CreateCartPayload>) => outcomeOf(createCartResult(payload(over), 'CZK'));

/** The parts of a result in the order in which they decide. */
const ORDER = ['unrecoverable', 'custom_validation', 'out_of_stock', 'decelerated'] as const;

const resultWith = (parts: readonly (typeof ORDER)[number][]): CreateCartResult => ({
  cart,
  errors: [],
  unrecoverableError: parts.includes('unrecoverable') ? 'InvalidQuantity' : null,
  customValidationError: parts.includes('custom_validation') ? { message: 'Jen jeden kus' } : null,
  abortReason: parts.includes('out_of_stock') ? 'out_of_stock' : null,
  decelerationReason: parts.includes('decelerated') ? 'dynamic_tax' : null,
});

/** Every subset of the parts. */
const subsets = Array.from({ length: 2 ** ORDER.length }, (_, bits) =>
  ORDER.filter((_part, at) => bits & (1 << at)),
);

describe('outcome order', () => {
  it.each(subsets.map((parts) => [parts]))('[4.04] of %j the first decides', (parts) => {
    const { kind, ...rest } = outcomeOf(resultWith(parts));
    const [first] = parts;
    expect(kind).toBe(first === undefined || first === 'decelerated' ? 'checkout' : first);
    if (kind === 'checkout')
      expect(rest).toMatchObject({ reason: first === undefined ? null : 'dynamic_tax' });
  });
});

describe('from the answer to the outcome', () => {
  it.each([
    'InvalidQuantity',
    'VariantRequiresSellingPlan',
    'SellingPlanNotApplicable',
    'MerchandiseIdInvalid',
  ])('[5.02] %s alone is unrecoverable, as a code and as a plain string', (name) => {
    expect(outcome({ userErrors: [error(name)] })).toEqual({ kind: 'unrecoverable', code: name });
    expect(outcome({ userErrors: [error(null, name)], cart: null })).toEqual({
      kind: 'unrecoverable',
      code: name,
    });
  });

  it.each([
    ['VARIANT_REQUIRES_SELLING_PLAN', 'VariantRequiresSellingPlan'],
    ['SELLING_PLAN_NOT_APPLICABLE', 'SellingPlanNotApplicable'],
  ])('[5.02] the public code %s is the same fault', (code, name) => {
    expect(outcome({ userErrors: [error(code)] })).toEqual({ kind: 'unrecoverable', code: name });
  });

  it('[5.02] beside another error it is an ordinary failure', () => {
    expect(() => outcome({ userErrors: [error('InvalidQuantity'), error('INVALID')] })).toThrow(
      'InvalidQuantity, INVALID',
    );
  });

  it('[4.04] custom validation brings the server’s message', () => {
    expect(outcome({ userErrors: [error('VALIDATION_CUSTOM', 'Nejvýše dva kusy.')], cart: null })).toEqual({
      kind: 'custom_validation',
      message: 'Nejvýše dva kusy.',
    });
  });

  it('[4.08] nothing left of anything: out of stock', () => {
    const sold = { ...cart, lineQuantities: [0] };
    expect(outcome({ cart: sold, warnings: ['MERCHANDISE_OUT_OF_STOCK'] })).toEqual({ kind: 'out_of_stock' });
  });

  it('[4.08] fewer left: the checkout says so', () => {
    expect(outcome({ warnings: ['MERCHANDISE_NOT_ENOUGH_STOCK'] })).toEqual({
      kind: 'checkout',
      checkoutUrl: cart.checkoutUrl,
      reason: 'not_enough_stock',
    });
  });

  it('[4.08] [5.01] a mapped error beside a cart does not fail the flow', () => {
    expect(outcome({ userErrors: [error('CAPTCHA_COMPLETION_REQUIRED')] })).toMatchObject({
      reason: 'captcha_required',
    });
  });

  it('[5.01] an unmapped error beside a cart fails it', () => {
    expect(() => outcome({ userErrors: [error('CART_TOO_LARGE')] })).toThrow('CART_TOO_LARGE');
  });

  it.each([null, { ...cart, id: '' }, { ...cart, checkoutUrl: '' }])(
    '[5.01] %j is no cart to go on with',
    (broken) => {
      expect(() => outcome({ cart: broken })).toThrow('no cart with an id and a checkoutUrl');
    },
  );

  it('[4.09] another currency than promised decelerates', () => {
    const euro = { ...cart, totalAmount: { amount: '10.00', currencyCode: 'EUR' } };
    expect(outcome({ cart: euro })).toMatchObject({ kind: 'checkout', reason: 'currency_changed' });
  });

  it('[4.08] a mapped error speaks before stock and currency', () => {
    const euro = { ...cart, totalAmount: { amount: '10.00', currencyCode: 'EUR' } };
    const answer = payload({
      cart: euro,
      userErrors: [error('PAYMENT_METHOD_NOT_APPLICABLE')],
      warnings: ['MERCHANDISE_NOT_ENOUGH_STOCK'],
    });
    expect(createCartResult(answer, 'CZK').decelerationReason).toBe('payment_method_not_applicable');
  });

  it('[4.08] an error that maps to nothing does not hide one behind it', () => {
    const userErrors = [error('VALIDATION_CUSTOM'), error('INVALID'), error('CAPTCHA_COMPLETION_REQUIRED')];
    expect(createCartResult(payload({ userErrors }), 'CZK').decelerationReason).toBe('captcha_required');
  });

  it('[4.08] what ends the purchase is no reason to go to the checkout', () => {
    const sold = { cart: { ...cart, lineQuantities: [0] }, warnings: ['MERCHANDISE_OUT_OF_STOCK'] };
    expect(createCartResult(payload(sold), 'CZK')).toMatchObject({
      abortReason: 'out_of_stock',
      decelerationReason: null,
    });
  });

  it.each([
    [['VALIDATION_CUSTOM'], []],
    [['InvalidQuantity'], []],
    [['CAPTCHA_COMPLETION_REQUIRED'], []],
    [['VALIDATION_CUSTOM', 'INVALID', 'CAPTCHA_COMPLETION_REQUIRED'], ['INVALID']],
    [['VALIDATION_CUSTOM', 'InvalidQuantity'], ['InvalidQuantity']],
  ])('[3.18] of the errors %j nothing else explains %j', (codes, left) => {
    const { errors } = createCartResult(payload({ userErrors: codes.map((code) => error(code)) }), 'CZK');
    expect(errors.map(({ code }) => code)).toEqual(left);
  });

  it('[4.05] whatever the server says, there is an outcome or an error, never nothing', () => {
    const codes = fc.constantFrom(
      'InvalidQuantity',
      'VALIDATION_CUSTOM',
      'CAPTCHA_COMPLETION_REQUIRED',
      'INVALID',
      null,
    );
    const warnings = fc.array(
      fc.constantFrom('MERCHANDISE_OUT_OF_STOCK', 'MERCHANDISE_NOT_ENOUGH_STOCK', 'OTHER'),
    );
    fc.assert(
      fc.property(
        fc.array(codes),
        warnings,
        fc.array(fc.nat(2)),
        fc.boolean(),
        (errors, warned, lineQuantities, has) => {
          const answer = payload({
            cart: has ? { ...cart, lineQuantities } : null,
            userErrors: errors.map((code) => error(code)),
            warnings: warned,
          });
          const result = createCartResult(answer, 'CZK');
          const explained = result.unrecoverableError ?? result.customValidationError ?? result.abortReason;
          const sellable = result.errors.length === 0 && has;
          if (explained === null && !sellable) expect(() => outcomeOf(result)).toThrow();
          else expect(outcomeOf(result).kind).toBeTypeOf('string');
        },
      ),
    );
  });
});
