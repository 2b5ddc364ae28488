// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { SheetError } from '../protocol.ts';
import { sheetError } from '../../test/google-pay.ts';
import { paymentDataError } from './errors.ts';

const cases: [Partial<SheetError>, string, string][] = [
  [{ subject: 'shipping', unserviceable: true }, 'SHIPPING_ADDRESS_UNSERVICEABLE', 'SHIPPING_ADDRESS'],
  [{ subject: 'shipping', field: 'postalCode' }, 'SHIPPING_ADDRESS_INVALID', 'SHIPPING_ADDRESS'],
  [{ subject: 'contact', field: 'phone' }, 'SHIPPING_ADDRESS_INVALID', 'SHIPPING_ADDRESS'],
  [{ subject: 'contact', field: 'email' }, 'OTHER_ERROR', 'PAYMENT_AUTHORIZATION'],
  [{ subject: 'option' }, 'SHIPPING_OPTION_INVALID', 'SHIPPING_OPTION'],
  [{ subject: 'billing', field: 'city' }, 'PAYMENT_DATA_INVALID', 'PAYMENT_METHOD'],
  [{ subject: 'payment' }, 'PAYMENT_DATA_INVALID', 'PAYMENT_AUTHORIZATION'],
  [{ subject: 'coupon' }, 'OTHER_ERROR', 'PAYMENT_AUTHORIZATION'],
  [{ subject: 'other' }, 'OTHER_ERROR', 'PAYMENT_AUTHORIZATION'],
];

describe('paymentDataError', () => {
  it.each(cases)('[8.07] %j is %s about %s', (error, reason, intent) => {
    const said = paymentDataError(sheetError(error), 'PAYMENT_AUTHORIZATION');
    expect(said).toEqual({ reason, intent, message: 'Něco je špatně.' });
  });

  it.each(['SHIPPING_ADDRESS', 'SHIPPING_OPTION'] as const)(
    '[8.07] another error is about the step: %s',
    (during) => {
      expect(paymentDataError(sheetError(), during)).toMatchObject({ reason: 'OTHER_ERROR', intent: during });
    },
  );
});
