// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  billingOntoDelivery,
  classifyCoded,
  classifyUserErrors,
  fieldOfCode,
  fieldOfPath,
  isLockedOut,
} from '../src/flow/classify.ts';
import { atNames } from '../src/form/company.ts';

const DELIVERY = ['addresses', '0', 'address', 'deliveryAddress'];

describe('paths of user errors', () => {
  it.each([
    [['buyerIdentity', 'email'], 'email'],
    [['buyerIdentity', 'phone'], 'phone'],
    [[...DELIVERY, 'firstName'], 'delivery.firstName'],
    [[...DELIVERY, 'lastName'], 'delivery.lastName'],
    [[...DELIVERY, 'address1'], 'delivery.address1'],
    [[...DELIVERY, 'address2'], 'delivery.address2'],
    [[...DELIVERY, 'city'], 'delivery.city'],
    [[...DELIVERY, 'zip'], 'delivery.zip'],
    [[...DELIVERY, 'countryCode'], 'delivery.country'],
    [[...DELIVERY, 'provinceCode'], 'delivery.province'],
    [['billingAddress', 'province'], 'billing.province'],
    [[...DELIVERY, 'phone'], 'phone'],
    [['deliveryAddress', 'zip'], 'delivery.zip'],
    [['billingAddress', 'zip'], 'billing.zip'],
    [['billingAddress', 'country'], 'billing.country'],
    [['billingAddress', 'company'], 'billing.company'],
    [['payment', 'manualPaymentMethod', 'billingAddress', 'city'], 'billing.city'],
    [['selectedDeliveryOptions', '0', 'deliveryOptionHandle'], 'deliveryOption'],
    [['selectedDeliveryOptions', '1', 'deliveryOptionHandle'], 'secondDelivery'],
    [['note'], 'note'],
  ] as const)('%j is shown at %s', (path, field) => {
    expect(fieldOfPath(path)).toBe(field);
  });

  it.each([[[]], [['cartId']], [['payment', 'amount']], [['lines', '0', 'quantity']]])(
    '%j belongs to no field',
    (path) => {
      expect(fieldOfPath(path)).toBeNull();
    },
  );
});

describe('codes without a path', () => {
  it.each([
    ['BUYER_IDENTITY_EMAIL_REQUIRED', 'email', 'Vyplňte e-mail.'],
    ['BUYER_IDENTITY_PHONE_IS_INVALID', 'phone', 'Zkontrolujte telefonní číslo, například 777 123 456.'],
    ['DELIVERY_FIRST_NAME_REQUIRED', 'delivery.firstName', 'Vyplňte jméno.'],
    ['DELIVERY_LAST_NAME_TOO_LONG', 'delivery.lastName', 'Zkontrolujte příjmení.'],
    ['DELIVERY_ADDRESS1_INVALID', 'delivery.address1', 'Zkontrolujte ulici a číslo popisné.'],
    ['DELIVERY_ADDRESS_REQUIRED', 'delivery.address1', 'Vyplňte ulici a číslo popisné.'],
    ['DELIVERY_CITY_REQUIRED', 'delivery.city', 'Vyplňte město.'],
    ['DELIVERY_POSTAL_CODE_REQUIRED', 'delivery.zip', 'Vyplňte PSČ.'],
    ['DELIVERY_INVALID_POSTAL_CODE_FOR_COUNTRY', 'delivery.zip', 'PSČ neodpovídá zvolené zemi.'],
    ['NO_DELIVERY_GROUP_SELECTED', 'deliveryOption', 'Vyberte způsob dopravy.'],
    ['PAYMENTS_METHOD_REQUIRED', 'payment', 'Vyberte způsob platby.'],
    ['PAYMENTS_POSTAL_CODE_INVALID', 'billing.zip', 'Zkontrolujte PSČ.'],
    ['PAYMENTS_COMPANY_TOO_LONG', 'billing.company', 'Zkontrolujte název firmy.'],
  ] as const)('%s is shown at %s', (code, field, text) => {
    expect(fieldOfCode(code)).toBe(field);
    expect(classifyCoded([{ code, message: null }]).fields).toEqual({ [field]: text });
  });

  it.each([
    ['PENDING_DELIVERY_GROUPS', 'Dopravce nám ještě neřekl, kolik doručení stojí.'],
    ['DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION', 'Na zvoleném místě teď nemáme všechno.'],
    ['DELIVERY_LINE_DETAIL_CHANGED', 'Zvolený způsob doručení se mezitím změnil.'],
  ])(
    '[8.03] %s is told where the delivery is chosen, in the server’s words, and looked at again',
    (code, message) => {
      const found = classifyCoded([{ code, message }]);
      expect(found.fields).toEqual({ deliveryOption: message });
      expect(found.delivery).toBe(true);
    },
  );

  it.each([
    ['PAYMENTS_METHOD_UNAVAILABLE', [], 'Na zaplacení už čeká více vašich objednávek.'],
    ['PAYMENT_METHOD_NOT_APPLICABLE', ['payment'], 'Tolik kusů nelze objednat na dobírku ani převodem.'],
    ['PAYMENT_METHOD_NOT_SUPPORTED', ['payment'], 'Tento způsob platby nenabízíme.'],
    ['PAYMENT_METHOD_NOT_APPLICABLE', [], 'Tolik kusů zdarma najednou objednat nelze.'],
  ] as const)(
    '[8.03] %s at %j is told where the payment is chosen, in the server’s words',
    (code, field, message) => {
      expect(classifyUserErrors([{ code, field, message }]).fields).toEqual({ payment: message });
      expect(classifyCoded([{ code, message }]).fields).toEqual({ payment: message });
    },
  );

  it('a refused payment without words asks for another choice', () => {
    const { fields } = classifyCoded([{ code: 'PAYMENTS_METHOD_UNAVAILABLE', message: null }]);
    expect(fields.payment).toBe('Vyberte způsob platby.');
  });

  it('a billing fault moves to the delivery address that the bill copies', () => {
    expect(billingOntoDelivery({ 'billing.zip': 'x', email: 'y' })).toEqual({
      'delivery.zip': 'x',
      email: 'y',
    });
  });
});

describe('what errors mean', () => {
  it.each([
    ['ADDRESS_FIELD_IS_REQUIRED', 'Vyplňte jméno.'],
    ['ADDRESS_FIELD_IS_TOO_LONG', 'server'],
    ['ADDRESS_FIELD_CONTAINS_EMOJIS', 'server'],
    ['ADDRESS_FIELD_CONTAINS_HTML_TAGS', 'server'],
    ['ADDRESS_FIELD_CONTAINS_URL', 'server'],
    ['ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN', 'Zkontrolujte jméno.'],
  ])('%s at a name says: %s', (code, text) => {
    const error = { code, field: [...DELIVERY, 'firstName'], message: 'server' };
    expect(classifyUserErrors([error]).fields).toEqual({ 'delivery.firstName': text });
  });

  it.each([
    ['0', 'companyId', 'server'],
    ['1', 'vatId', 'Zkontrolujte DIČ, například CZ27082440.'],
  ])('[8.03] a company’s number is faulted where it was entered: attribute %s is %s', (place, name, text) => {
    const sent = [
      { key: 'company_id', value: '27082440' },
      { key: 'vat_id', value: 'CZ123' },
    ];
    const code = 'LOCALIZATION_EXTENSION_FIELD_ERROR';
    const errors = [{ code, field: ['attributes', place, 'value'], message: 'server' }];
    expect(classifyUserErrors(atNames(errors, sent)).fields).toEqual({ [name]: text });
  });

  it.each([
    'MERCHANDISE_OUT_OF_STOCK',
    'MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE',
    'INVENTORY_RESERVATION_ERROR',
  ])('%s asks for a look at the stock', (code) => {
    expect(classifyCoded([{ code, message: null }])).toMatchObject({ stock: true, amount: false });
  });

  it('an amount that is not due asks for a look at the total', () => {
    const found = classifyCoded([{ code: 'PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT', message: 'x' }]);
    expect(found).toMatchObject({ amount: true, stock: false, messages: ['x'], fields: {} });
  });

  it.each(['PAYMENT_CARD_DECLINED', 'PAYMENTS_CREDIT_CARD_GENERIC'])(
    '%s is a decline that says what to do',
    (code) => {
      expect(classifyCoded([{ code, message: null }]).declined).toMatch(/jinou kartu/u);
    },
  );

  it.each([
    ['DELIVERY_ZONE_NOT_FOUND', 'delivery.province'],
    ['DELIVERY_ZONE_REQUIRED_FOR_COUNTRY', 'delivery.province'],
    ['PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND', 'billing.province'],
    ['PAYMENTS_BILLING_ADDRESS_ZONE_REQUIRED_FOR_COUNTRY', 'billing.province'],
    ['DELIVERY_INVALID_POSTAL_CODE_FOR_ZONE', 'delivery.zip'],
    ['PAYMENTS_INVALID_POSTAL_CODE_FOR_ZONE', 'billing.zip'],
  ])('[8.03] %s is said at %s in the words of the server, which knows the country', (code, name) => {
    const { fields } = classifyCoded([{ code, message: 'Vyberte emirát.' }]);
    expect(fields).toEqual({ [name]: 'Vyberte emirát.' });
  });

  it('an unknown code is said in the words of the server, once', () => {
    const error = { code: 'SOMETHING_NEW', message: 'Něco nového.' };
    expect(classifyCoded([error, error]).messages).toEqual(['Něco nového.']);
  });

  it('only a refusal of the cart itself locks the page out', () => {
    const refused = { code: 'INVALID', field: ['cartId'], message: '' };
    expect(isLockedOut([refused])).toBe(true);
    expect(isLockedOut([{ ...refused, field: ['note'] }])).toBe(false);
  });
});
