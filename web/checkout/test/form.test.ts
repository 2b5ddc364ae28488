// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Country } from '../src/bootstrap/data.ts';
import { deliveryMethods } from '../src/form/delivery-methods.ts';
import { emptyAddress, firstFaulty, type FormValues } from '../src/form/fields.ts';
import { applicablePayments, isFree } from '../src/form/reconcile.ts';
import { placeLabel } from '../src/form/place-search.ts';
import { textFault } from '../src/form/text.ts';
import { type FormContext, validate, validateField } from '../src/form/validate.ts';
import type { PurchaseType } from '../src/purchase-type.ts';
import { cart, checkoutData, chosen, country, czk, EMIRATES, form, group, line, option } from './support.ts';

const SHIPPED = { requiresShipping: true, free: false };
const DIGITAL = { requiresShipping: false, free: false };

function withAddress(more: Partial<FormValues['delivery']>): FormValues {
  return form({ delivery: { ...form().delivery, ...more } });
}

describe('what this browser checks', () => {
  it('finds nothing wrong with a filled-in form', () => {
    expect(validate(form(), SHIPPED)).toEqual({});
  });

  it('finds everything that is missing, from the top to the bottom of the page', () => {
    const empty = form({
      email: '',
      phone: '',
      delivery: emptyAddress('CZ'),
      deliveries: chosen(null),
      payment: null,
    });
    const errors = validate(empty, SHIPPED);
    expect(Object.keys(errors)).toEqual([
      'email',
      'phone',
      'delivery.firstName',
      'delivery.lastName',
      'delivery.address1',
      'delivery.city',
      'delivery.zip',
      'deliveryOption',
      'payment',
    ]);
    expect(firstFaulty(errors)).toBe('email');
    expect(firstFaulty({ payment: 'x', 'delivery.zip': 'y' })).toBe('delivery.zip');
    expect(firstFaulty({})).toBeNull();
  });

  it.each(['jana', 'jana@', 'jana@example', '@example.cz', 'jana@example.cz, x', 'jana @example.cz'])(
    'refuses %j as an e-mail',
    (email) => {
      expect(validateField(form({ email }), 'email', SHIPPED)).toMatch(/^Zkontrolujte e-mail/u);
    },
  );

  it.each(['jana@example.cz', 'j.n+eshop@mail.example.co.uk', 'jana@háčky.cz'])(
    'takes the e-mail %j',
    (email) => {
      expect(validateField(form({ email }), 'email', SHIPPED)).toBeNull();
    },
  );

  it.each([
    ['777 123 456', null],
    ['+420777123456', null],
    ['00421 905 123 456', null],
    ['+49 30 901820', null],
    ['12345', 'Zkontrolujte telefonní číslo, například 777 123 456.'],
    ['777 123 45a', 'Zkontrolujte telefonní číslo, například 777 123 456.'],
  ])('judges the telephone %j', (phone, error) => {
    expect(validateField(form({ phone }), 'phone', SHIPPED)).toBe(error);
  });

  const rule = { trunk: '0', least: 9, most: 9, firstDigits: '23456789' };
  const countries: Country[] = [
    { ...country('SK', 'Slovensko'), phone: { ...rule, callingCode: '421', example: '0905 123 456' } },
    {
      ...country('US', 'Spojené státy'),
      phone: { ...rule, callingCode: '1', trunk: '', least: 10, most: 10, example: '(415) 555-0132' },
    },
    { ...country('FR', 'Francie'), phone: null },
  ];

  it.each([
    ['SK', '0905 123 456', null],
    ['SK', '905 123 456', null],
    ['SK', '421905123456', null],
    ['SK', '+420 777 123 456', null],
    ['SK', '0905 123', 'Zkontrolujte telefonní číslo, například 0905 123 456.'],
    ['SK', '0105 123 456', 'Zkontrolujte telefonní číslo, například 0905 123 456.'],
    ['US', '(415) 555-0132', null],
    ['US', '1 415 555 0132', null],
    ['US', '777 123 456', 'Zkontrolujte telefonní číslo, například (415) 555-0132.'],
    ['FR', '+33 1 23 45 67 89', null],
    [
      'FR',
      '01 23 45 67 89',
      'Zkontrolujte telefonní číslo, například +420 777 123 456, i s předvolbou země.',
    ],
  ])('[5.09] reads a telephone as it is written in %s: %j', (code, phone, error) => {
    const filled = form({ phone, delivery: { ...form().delivery, country: code } });
    expect(validateField(filled, 'phone', { ...SHIPPED, countries })).toBe(error);
  });

  it('asks for a telephone only when something is delivered', () => {
    expect(validateField(form({ phone: '' }), 'phone', SHIPPED)).toBe('Vyplňte telefon.');
    expect(validateField(form({ phone: '' }), 'phone', DIGITAL)).toBeNull();
  });

  it.each([
    ['CZ', '602 00', null],
    ['CZ', '60200', null],
    ['CZ', '902 00', 'PSČ neodpovídá zvolené zemi.'],
    ['CZ', '1234', 'PSČ má pět číslic, například 110\u00a000.'],
    ['SK', '811 01', null],
    ['SK', '8110', 'PSČ neodpovídá zvolené zemi.'],
    ['PL', '00-950', null],
    ['AT', '10100', 'PSČ neodpovídá zvolené zemi.'],
    ['IE', 'D02 AF30', null],
    ['US', '9021', 'PSČ neodpovídá zvolené zemi.'],
  ])('judges postal codes of %s: %s', (code, zip, right) => {
    const error = validateField(withAddress({ country: code, zip }), 'delivery.zip', {
      ...SHIPPED,
      countries: [country(code, code)],
    });
    expect(error).toBe(right);
  });

  it('[5.09] asks for what the country needs, in its words', () => {
    const countries = [EMIRATES];
    const missing = withAddress({ country: 'AE', zip: '', city: '', province: '' });
    expect(validate(missing, { ...SHIPPED, countries })).toEqual({ 'delivery.province': 'Vyberte emirát.' });
    const there = withAddress({ country: 'AE', zip: '', city: '', province: 'DU' });
    expect(validate(there, { ...SHIPPED, countries })).toEqual({});
  });

  it.each([
    ['off', '', 'Lněná dílna', 'CZ', null],
    ['optional', '', 'Lněná dílna', 'CZ', null],
    ['required', '270 82 440', 'Lněná dílna', 'CZ', null],
    ['required', '', 'Lněná dílna', 'SK', 'Vyplňte IČO firmy.'],
    ['required', '', 'Lněná dílna', 'DE', null],
    ['required', '', '', 'CZ', null],
  ] as const)(
    '[8.03] company numbers are %s: %j of %j in %s',
    (companyFields, companyId, company, country, error) => {
      const values = form({
        companyId,
        billingSame: false,
        billing: { ...form().delivery, company, country },
      });
      const context = { ...SHIPPED, companyFields };
      expect(validateField(values, 'companyId', context)).toBe(error);
      expect(validateField({ ...values, billingSame: true }, 'companyId', context)).toBeNull();
    },
  );

  it('[8.03] an invoice to a company needs nobody’s name, a parcel does', () => {
    const values = form({
      billingSame: false,
      billing: { ...form().delivery, firstName: '', lastName: '', company: 'Lněná dílna' },
    });
    expect(validate(values, SHIPPED)).toEqual({});
    const parcel = { ...values, delivery: { ...values.billing, company: 'Lněná dílna' } };
    expect(Object.keys(validate(parcel, SHIPPED))).toEqual(['delivery.firstName', 'delivery.lastName']);
  });

  it('misses a house number where parcels need one', () => {
    const without = withAddress({ address1: 'Kounicova' });
    expect(validateField(without, 'delivery.address1', SHIPPED)).toMatch(/^Doplňte číslo popisné/u);
    const abroad = withAddress({ address1: 'The Old Mill', country: 'IE', zip: 'D02' });
    expect(validateField(abroad, 'delivery.address1', SHIPPED)).toBeNull();
  });

  it('checks the billing address only when it has a form of its own', () => {
    expect(validate(form({ billingSame: false }), SHIPPED)).toHaveProperty(['billing.firstName']);
    expect(validate(form({ billingSame: true }), SHIPPED)).toEqual({});
    const digital = validate(form({ billingSame: true }), DIGITAL);
    expect(digital).toHaveProperty(['billing.firstName']);
    expect(digital).not.toHaveProperty(['billing.company']);
  });

  it('[3.10] wants a way for every group, whichever it is of', () => {
    const shipped = (...groups: PurchaseType[]): FormContext => ({ ...SHIPPED, groups });
    const faulty = (once: string | null, renewing: string | null, context: FormContext): string[] =>
      Object.keys(validate(form({ deliveries: chosen(once, renewing) }), context));
    const both = shipped('ONE_TIME_PURCHASE', 'SUBSCRIPTION');
    expect(faulty('ppl', 'ppl', both)).toEqual([]);
    expect(faulty('ppl', null, both)).toEqual(['secondDelivery']);
    expect(faulty(null, 'ppl', both)).toEqual(['deliveryOption']);
    expect(faulty(null, null, both)).toEqual(['deliveryOption', 'secondDelivery']);
    expect(faulty('ppl', null, shipped('SUBSCRIPTION'))).toEqual(['deliveryOption']);
    expect(faulty(null, 'ppl', shipped('SUBSCRIPTION'))).toEqual([]);
    expect(faulty(null, null, shipped())).toEqual(['deliveryOption']);
  });

  it('asks for no payment when there is nothing to pay', () => {
    expect(validate(form({ payment: null }), { requiresShipping: true, free: true })).toEqual({});
  });
});

describe('dobírka', () => {
  const { payments } = checkoutData();
  const unchosen = form({ deliveries: chosen(null) });

  it('follows the delivery chosen', () => {
    expect(applicablePayments(payments, cart(), form())).toContain('cash_on_delivery');
    expect(applicablePayments(payments, cart(), form({ deliveries: chosen('posta') }))).toEqual([
      'card',
      'bank_transfer',
    ]);
  });

  it('is there where every group can be paid so', () => {
    const options = [option('ppl'), option('posta', { cashOnDelivery: false })];
    const both = cart({ groups: [group(options), group(options, { purchase: 'SUBSCRIPTION' })] });
    const ways = (once: string | null, renewing: string | null): readonly string[] =>
      applicablePayments(payments, both, form({ deliveries: chosen(once, renewing) }));
    expect(ways('ppl', 'ppl')).toContain('cash_on_delivery');
    expect(ways('ppl', null)).toContain('cash_on_delivery');
    expect(ways('ppl', 'posta')).not.toContain('cash_on_delivery');
    expect(ways('posta', null)).not.toContain('cash_on_delivery');
  });

  it('may be chosen before the delivery, if any delivery allows it', () => {
    expect(applicablePayments(payments, cart(), unchosen)).toContain('cash_on_delivery');
    const none = cart({ groups: [group([option('x', { cashOnDelivery: false })])] });
    expect(applicablePayments(payments, none, unchosen)).not.toContain('cash_on_delivery');
  });

  it('is not there for what is not delivered', () => {
    const digital = cart({ requiresShipping: false, groups: [] });
    expect(applicablePayments(payments, digital, unchosen)).toEqual(['card', 'bank_transfer']);
  });

  it('[5.15] what renews is paid by card, even when it costs nothing now', () => {
    const planned = {
      quantity: 1,
      interval: 'WEEK',
      intervalCount: 1,
      prices: [{ minor: 35_100, orders: Infinity }],
    };
    const renewing = cart({ lines: [line('1', { planned }), line('2')] });
    expect(applicablePayments(payments, renewing, form())).toEqual(['card']);
    expect(isFree({ ...renewing, total: czk('0.00') })).toBe(false);
    expect(isFree(cart({ total: czk('0.00') }))).toBe(true);
  });

  it('a gift card is paid with the order: by card, not later', () => {
    const buying = cart({ lines: [line('1', { giftCard: true }), line('2')] });
    expect(applicablePayments(payments, buying, form())).toEqual(['card']);
    const soldOut = cart({ lines: [line('1', { giftCard: true, quantity: 0 }), line('2')] });
    expect(applicablePayments(payments, soldOut, form())).toContain('bank_transfer');
  });
});

/** What the server's own test of `address/text.rs` refuses and takes. */
describe('text that does not belong in an address', () => {
  it.each(['Jana 😀', '❤️', '1️⃣', '🇨🇿', '⭐'])('[5.09] refuses the emoji in %j', (text) => {
    expect(textFault('firstName', 'Pole', text)).toBe('Pole nesmí obsahovat emoji.');
  });

  it.each([
    'https://example.cz',
    'navštivte WWW.example.museum',
    'example.cz',
    'vyhra.xyz/abc',
    'sv.de',
    'Výhra example.com!',
  ])('[5.09] refuses the web address %j as a name', (text) => {
    expect(textFault('firstName', 'Pole', text)).toBe('Pole nesmí obsahovat webovou adresu.');
  });

  it.each(['<b>Jana</b>', 'Jana<br', '</p>', '<!-- x -->', '<?php'])(
    '[5.09] refuses the tag in %j',
    (text) => {
      expect(textFault('firstName', 'Pole', text)).toBe('Pole nesmí obsahovat značky HTML.');
    },
  );

  it.each([
    'J.Novák',
    'Ing. arch. Jana',
    'J.R.',
    'O.K',
    'O’Brien',
    'Žluťoučký kůň',
    '王小明',
    'a < b',
    '<3',
    '№ 5',
  ])('[5.09] takes %j', (text) => {
    expect(textFault('firstName', 'Pole', text)).toBeNull();
  });

  it('[5.09] a street may be abbreviated like a host, and a company named like one', () => {
    expect(textFault('address1', 'Pole', 'nám.de 5')).toBeNull();
    expect(textFault('address1', 'Pole', 'www.example.cz 5')).toBe('Pole nesmí obsahovat webovou adresu.');
    expect(textFault('company', 'Pole', 'www.example.cz')).toBeNull();
  });
});

describe('delivery methods', () => {
  const places = [
    option('z-1', {
      code: 'z',
      type: 'PICKUP_POINT',
      title: 'Zásilkovna, výdejní místo – Brno, Sedmikráska',
      description: 'Zahradnická 3',
      cost: czk('79.00'),
    }),
    option('z-2', {
      code: 'z',
      type: 'PICKUP_POINT',
      title: 'Zásilkovna, výdejní místo – Praha, Kaštan',
      description: 'Kaštanová 14',
      cost: czk('89.00'),
    }),
  ];

  it('groups the places of one method and keeps the order of the server', () => {
    const methods = deliveryMethods([...places, option('ppl', { title: 'PPL' })]);
    expect(methods.map((method) => [method.title, method.options.length])).toEqual([
      ['Zásilkovna, výdejní místo', 2],
      ['PPL', 1],
    ]);
    expect(methods[0]).toMatchObject({ from: czk('79.00'), varies: true, description: null });
  });

  it('[3.04] a way that a discount makes free is listed as free', () => {
    const [free] = deliveryMethods([option('box', { cost: czk('79.00'), discounted: czk('0.00') })]);
    expect(free).toMatchObject({ from: czk('0.00'), varies: false });
    const half = places.map((place, at) => (at === 0 ? { ...place, discounted: czk('0.00') } : place));
    expect(deliveryMethods(half)[0]).toMatchObject({ from: czk('0.00'), varies: true });
  });

  it('names a place without repeating its method', () => {
    const [method] = deliveryMethods(places);
    if (method === undefined) throw new Error('no method');
    expect(places.map((place) => placeLabel(place, method))).toEqual([
      'Brno, Sedmikráska (Zahradnická 3)',
      'Praha, Kaštan (Kaštanová 14)',
    ]);
  });
});
