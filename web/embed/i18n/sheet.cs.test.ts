// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { MESSAGES, TAX, TAX_INCLUDED, SUBTOTAL, TOTAL, type MessageKey } from './sheet.cs.ts';

const group = (fault: string, fields: readonly string[]): string[] =>
  fields.map((field) => `errors.${fault}.${field}`);

/** Every key that the specification lists. */
const LISTED = [
  ...group('missing', [
    'address2',
    'phone',
    'first_name',
    'email',
    'last_name',
    'address1',
    'city',
    'zone',
    'postal_code',
    'shipping_option',
    'country',
    'emirate',
  ]),
  ...group('invalid', [
    'email',
    'country',
    'phone',
    'first_name',
    'last_name',
    'address1',
    'address2',
    'city',
    'zone',
    'postal_code',
    'billing_address',
    'shipping_address',
    'payment_method',
    'discount',
    'emirate',
  ]),
  ...['too_long', 'emojis', 'url', 'html_tags'].flatMap((fault) =>
    group(fault, ['first_name', 'last_name', 'address1', 'address2', 'city']),
  ),
  'shipping_methods.choose_delivery_strategy',
  'error_dialogs.product.out_of_stock',
];

describe('messages of a sheet', () => {
  it.each(LISTED)('[5.19] %s is a Czech sentence', (key) => {
    const message = MESSAGES[key as MessageKey];
    expect(message).toMatch(/^[A-ZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ][^%{}]*\.$/);
    expect(message).not.toMatch(/undefined|…|\.\.\./);
  });

  it('[5.19] reads naturally', () => {
    expect(MESSAGES['errors.missing.postal_code']).toBe('Zadejte PSČ.');
    expect(MESSAGES['errors.invalid.email']).toBe('Zadejte platný e-mail.');
    expect(MESSAGES['errors.emojis.city']).toBe('Název města nesmí obsahovat emoji.');
    expect(MESSAGES['errors.too_long.address2']).toBe('Doplněk adresy je příliš dlouhý.');
    expect(MESSAGES['errors.missing.address1']).toBe('Zadejte ulici a číslo popisné.');
    expect(MESSAGES['errors.html_tags.address1']).toBe('Ulice a číslo popisné nesmí obsahovat značky HTML.');
    expect(MESSAGES['errors.too_long.address1']).toBe('Ulice a číslo popisné jsou příliš dlouhé.');
  });

  it('[8.11] out of stock is worded as in the dialog', () => {
    expect(MESSAGES['error_dialogs.product.out_of_stock']).toBe('Tato položka již není k dispozici.');
  });

  it('[1.02] the price lines are Czech', () => {
    expect([TOTAL, SUBTOTAL, TAX, TAX_INCLUDED]).toEqual(['Celkem', 'Mezisoučet', 'Daň', 'Včetně DPH']);
  });
});
