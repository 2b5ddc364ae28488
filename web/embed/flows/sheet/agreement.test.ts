// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { readSnapshot } from '../../cart/snapshot.ts';
import { authorisation, snapshotFields } from '../../test/sheet.ts';
import { missingPart } from './agreement.ts';

const SHIPPED = { requiresShipping: true, emailRequired: false };
const ADDRESS = ['SHIPPING_ADDRESS_REQUIRED', 'shipping', 'whole', 'errors.invalid.shipping_address'];
const OPTION = ['SHIPPING_OPTION_REQUIRED', 'option', 'whole', 'shipping_methods.choose_delivery_strategy'];
const EMAIL = ['EMAIL_REQUIRED', 'contact', 'email', 'errors.missing.email'];

describe('[5.05] [5.11] the first part that an authorisation lacks', () => {
  it.each([
    ['nothing', {}, SHIPPED, null],
    ['an address for goods that are shipped', { shipping: null }, SHIPPED, ADDRESS],
    ['an address for goods that are not', { shipping: null }, { ...SHIPPED, requiresShipping: false }, null],
    ['an e-mail that is needed', { email: null }, { ...SHIPPED, emailRequired: true }, EMAIL],
    ['an e-mail that is not', { email: null }, SHIPPED, null],
    ['nothing, with an e-mail that is needed', {}, { ...SHIPPED, emailRequired: true }, null],
    ['an option', { optionId: null }, SHIPPED, OPTION],
    ['an option that is offered', { optionId: 'dron' }, SHIPPED, OPTION],
    [
      'an option for goods that are not shipped',
      { optionId: null },
      { ...SHIPPED, requiresShipping: false },
      null,
    ],
    [
      'several: the address',
      { shipping: null, email: null, optionId: null },
      { ...SHIPPED, emailRequired: true },
      ADDRESS,
    ],
    ['several: the e-mail', { email: null, optionId: null }, { ...SHIPPED, emailRequired: true }, EMAIL],
  ])('%s', (_, lacking, requirements, expected) => {
    const missing = missingPart(authorisation(lacking), readSnapshot(snapshotFields()), requirements);
    expect(missing && [missing.code, missing.subject, missing.field, missing.messageKey]).toEqual(expected);
  });
});
