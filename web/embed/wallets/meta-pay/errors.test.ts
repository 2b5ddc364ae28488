// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { sheetError } from '../../test/google-pay.ts';
import type { SheetError } from '../protocol.ts';
import { paymentErrors } from './errors.ts';
import type { PaymentErrors } from './types.ts';

const M = 'Něco je špatně.';

/** An error's subject and field, and its place in the sheet. */
const PLACES: readonly (readonly [Partial<SheetError>, PaymentErrors])[] = [
  [{ subject: 'shipping', field: 'firstName' }, { shippingAddress: { recipient: M } }],
  [{ subject: 'shipping', field: 'lastName' }, { shippingAddress: { recipient: M } }],
  [{ subject: 'shipping', field: 'name' }, { shippingAddress: { recipient: M } }],
  [{ subject: 'shipping', field: 'address1' }, { shippingAddress: { addressLine: M } }],
  [{ subject: 'shipping', field: 'address2' }, { shippingAddress: { addressLine: M } }],
  [{ subject: 'shipping', field: 'city' }, { shippingAddress: { city: M } }],
  [{ subject: 'shipping', field: 'zone' }, { shippingAddress: { region: M } }],
  [{ subject: 'shipping', field: 'postalCode' }, { shippingAddress: { postalCode: M } }],
  [{ subject: 'shipping', field: 'country' }, { shippingAddress: { country: M } }],
  [{ subject: 'shipping', field: 'phone' }, { shippingAddress: { phone: M } }],
  [{ subject: 'shipping', field: 'whole' }, { shippingAddress: { error: M } }],
  [{ subject: 'shipping', field: 'email' }, { payer: { email: M } }],
  [{ subject: 'shipping', field: 'city', unserviceable: true }, { shippingAddress: { error: M } }],
  [{ subject: 'billing', field: 'city' }, { billingAddress: { city: M } }],
  [{ subject: 'billing', field: 'email' }, { payer: { email: M } }],
  [{ subject: 'contact', field: 'email' }, { payer: { email: M } }],
  [{ subject: 'contact', field: 'phone' }, { payer: { phone: M } }],
  [{ subject: 'contact', field: 'name' }, { payer: { name: M } }],
  [{ subject: 'contact', field: 'firstName' }, { payer: { name: M } }],
  [{ subject: 'contact', field: 'lastName' }, { payer: { name: M } }],
  [{ subject: 'contact', field: 'whole' }, { error: M }],
  [{ subject: 'option' }, { fulfillmentOption: M }],
  [{ subject: 'coupon' }, { offer: M }],
  [{ subject: 'payment' }, { payment: M }],
  [{ subject: 'other' }, { error: M }],
];

describe('errors', () => {
  it.each(PLACES)('[2.22] about %j stand at %j', (error, expected) => {
    expect(paymentErrors([sheetError(error)])).toEqual(expected);
  });

  it('[2.22] stand together, and as one message at one place', () => {
    const errors = paymentErrors([
      sheetError({ subject: 'shipping', field: 'firstName', message: 'Chybí jméno.' }),
      sheetError({ subject: 'shipping', field: 'lastName', message: 'Chybí příjmení.' }),
      sheetError({ subject: 'shipping', field: 'city', message: 'Chybí obec.' }),
      sheetError({ subject: 'other', message: 'A.' }),
      sheetError({ subject: 'other', message: 'B.' }),
    ]);
    expect(errors).toEqual({
      shippingAddress: { recipient: 'Chybí jméno. Chybí příjmení.', city: 'Chybí obec.' },
      error: 'A. B.',
    });
  });
});
