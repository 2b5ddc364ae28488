// @vitest-environment node
import { beforeEach, describe, expect, it } from 'vitest';
import { stubApplePayError } from '../../test/apple-pay.ts';
import { sheetError } from '../../test/google-pay.ts';
import { contact } from '../../test/sheet.ts';
import type { SheetError, SheetField } from '../protocol.ts';
import { applePayError } from './errors.ts';

const CZECHS = { shipping: contact(), billing: contact() };
const said = (error: Partial<SheetError>, shown = CZECHS) => {
  const { code, contactField, message } = applePayError(sheetError(error), shown);
  return { code, contactField, message };
};

/** Every field of an address that a fault can be about, and Apple's name of it. */
const FIELDS: readonly [SheetField, string][] = [
  ['email', 'emailAddress'],
  ['phone', 'phoneNumber'],
  ['name', 'name'],
  ['firstName', 'name'],
  ['lastName', 'name'],
  ['address1', 'addressLines'],
  ['address2', 'addressLines'],
  ['city', 'locality'],
  ['zone', 'administrativeArea'],
  ['postalCode', 'postalCode'],
  ['country', 'country'],
  ['whole', 'postalAddress'],
];

beforeEach(stubApplePayError);

describe('applePayError', () => {
  it.each(FIELDS)('[5.07] %s of the delivery is %s', (field, contactField) => {
    for (const subject of ['shipping', 'contact'] as const)
      expect(said({ subject, field })).toEqual({
        code: 'shippingContactInvalid',
        contactField,
        message: 'Něco je špatně.',
      });
  });

  it.each(FIELDS.filter(([field]) => field !== 'phone'))(
    '[5.07] %s of the bill is %s',
    (field, contactField) => {
      expect(said({ subject: 'billing', field })).toMatchObject({
        code: 'billingContactInvalid',
        contactField,
      });
    },
  );

  it('[5.07] the only telephone is the delivery’s, also where the bill lacks it', () => {
    expect(said({ subject: 'billing', field: 'phone' })).toMatchObject({
      code: 'shippingContactInvalid',
      contactField: 'phoneNumber',
    });
  });

  it.each(['shipping', 'billing'] as const)(
    '[5.07] a zone in Hong Kong (%s) is mended where it was written',
    (subject) => {
      const shown = { ...CZECHS, [subject]: contact({ country: 'HK' }) };
      expect(said({ subject, field: 'zone' }, shown)).toMatchObject({ contactField: 'postalCode' });
    },
  );

  it('[5.07] an emirate is an administrative area with the word of its country', () => {
    const shown = { ...CZECHS, shipping: contact({ country: 'AE' }) };
    const message = 'Zadejte emirát.';
    expect(said({ subject: 'shipping', field: 'zone', message }, shown)).toMatchObject({
      contactField: 'administrativeArea',
      message,
    });
  });

  it.each<[Partial<SheetError>, object]>([
    [
      { subject: 'shipping', unserviceable: true },
      { code: 'addressUnserviceable', contactField: 'postalAddress' },
    ],
    [{ subject: 'coupon' }, { code: 'couponCodeInvalid', contactField: undefined }],
    [{ subject: 'option' }, { code: 'unknown', contactField: undefined }],
    [{ subject: 'payment' }, { code: 'unknown', contactField: undefined }],
    [{ subject: 'other' }, { code: 'unknown', contactField: undefined }],
  ])('[5.08] %j is %j', (error, expected) => {
    expect(said(error)).toMatchObject({ ...expected, message: 'Něco je špatně.' });
  });
});
