import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mint } from './mint.ts';
import { ApplePaySession } from './apple-pay-session.ts';
import { ANSWER_DEADLINE, type ApplePaySheetModel } from './sheet/model.ts';
import type { PaymentRequest, SheetError, Update } from './types.ts';

const TOTAL = { label: 'Krámek', amount: '199.00', type: 'final' } as const;
const METHODS = ['ppl', 'dpd'].map((identifier) => ({
  identifier,
  label: identifier,
  detail: '',
  amount: '99.00',
}));

/** A valid request for shipped goods. */
const goodRequest = (): PaymentRequest => ({
  countryCode: 'CZ',
  currencyCode: 'CZK',
  merchantCapabilities: ['supports3DS'],
  supportedNetworks: ['visa'],
  total: { label: 'Krámek', amount: '1.00', type: 'pending' },
  requiredBillingContactFields: ['name', 'postalAddress'],
  requiredShippingContactFields: ['name', 'postalAddress', 'email', 'phone'],
  shippingType: 'shipping',
  supportsCouponCode: true,
});

/** Valid data of a recurring payment, changed by `changes`. */
const recurring = (changes: object = {}, more: object = {}) => ({
  paymentDescription: 'Měsíční předplatné',
  managementURL: 'https://obchod.example',
  regularBilling: {
    label: 'Měsíční předplatné',
    amount: '199.00',
    paymentTiming: 'recurring',
    recurringPaymentIntervalUnit: 'month',
    recurringPaymentIntervalCount: 1,
    ...changes,
  },
  ...more,
});

const FAULTY_RECURRING = [
  recurring({ paymentTiming: 'immediate' }),
  recurring({ recurringPaymentIntervalUnit: 'week' }),
  recurring({ recurringPaymentIntervalCount: 0 }),
  recurring({ recurringPaymentIntervalCount: 1.5 }),
  recurring({ amount: '199,00' }),
  recurring({ label: '' }),
  recurring({}, { paymentDescription: '' }),
  recurring({}, { managementURL: undefined }),
  recurring({}, { managementURL: '/predplatne' }),
  recurring({}, { regularBilling: undefined }),
  'each month',
];

const mint = vi.fn<Mint>();
let model: ApplePaySheetModel | null = null;
const hide = vi.fn();
let begun: Session[] = [];
class Session extends ApplePaySession {
  override begin(): void {
    super.begin();
    begun.push(this);
  }
}

const activate = (isActive: boolean): void => {
  vi.stubGlobal('navigator', { userActivation: { isActive } });
};
const shown = (): ApplePaySheetModel => {
  if (!model) throw new Error('There is no sheet');
  return model;
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const merchantSession = (more: object = {}) => ({
  merchantSessionIdentifier: 'SSH',
  signature: 's',
  domainName: location.hostname,
  expiresAt: Date.now() + 300_000,
  ...more,
});
const invalidAccess = expect.objectContaining({ name: 'InvalidAccessError' }) as Error;

/** Records the session's events, in order. */
function listened(session: Session) {
  const events: [string, Record<string, unknown>][] = [];
  for (const name of [
    'validatemerchant',
    'paymentmethodselected',
    'shippingcontactselected',
    'shippingmethodselected',
    'couponcodechanged',
    'paymentauthorized',
    'cancel',
  ] as const)
    session[`on${name}`] = (event) => {
      events.push([name, event as unknown as Record<string, unknown>]);
    };
  return {
    events,
    names: () => events.map(([name]) => name),
    last: () => events.at(-1)?.[1] ?? {},
  };
}

/** An open sheet: the merchant is validated and has answered the first address. */
async function ready() {
  const session = new Session(12, goodRequest());
  const page = listened(session);
  session.begin();
  await settle();
  session.completeMerchantValidation(merchantSession());
  await settle();
  session.completePaymentMethodSelection({ newTotal: TOTAL });
  await settle();
  session.completeShippingContactSelection({ newTotal: TOTAL, newShippingMethods: METHODS });
  await settle();
  return { session, page };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('isSecureContext', true);
  activate(true);
  mint.mockReset().mockResolvedValue({ paymentData: { data: 'd' }, transactionIdentifier: 'T' });
  ApplePaySession.context = {
    mint,
    show: (shown) => {
      model = shown;
      return hide;
    },
  };
});
afterEach(() => {
  for (const session of begun)
    try {
      session.abort();
    } catch {
      // The sheet is closed already.
    }
  begun = [];
  model = null;
  hide.mockReset();
  vi.useRealTimers();
});

describe('the constructor of a session', () => {
  it('[B.02] refuses a call outside a user gesture or on an insecure page', () => {
    activate(false);
    expect(() => new Session(12, goodRequest())).toThrow(invalidAccess);
    activate(true);
    vi.stubGlobal('isSecureContext', false);
    expect(() => new Session(12, goodRequest())).toThrow(invalidAccess);
    expect(() => Session.canMakePayments()).toThrow(invalidAccess);
  });

  it.each([
    [2, false],
    [3, true],
    [14, true],
    [15, false],
    [3.5, false],
  ])('[B.02] supports version %d: %s', (version, supported) => {
    expect(Session.supportsVersion(version)).toBe(supported);
    const make = () => new Session(version, goodRequest());
    if (supported) expect(make).not.toThrow();
    else expect(make).toThrow(invalidAccess);
  });

  it.each<[string, object]>([
    ['country', { countryCode: 'Česko' }],
    ['currency', { currencyCode: 'Kč' }],
    ['capabilities', { merchantCapabilities: [] }],
    ['capabilities', { merchantCapabilities: ['supportsCredit'] }],
    ['capabilities', { merchantCapabilities: ['supports3DS', 'supportsBarter'] }],
    ['networks', { supportedNetworks: [] }],
    ['billing fields', { requiredBillingContactFields: ['shoeSize'] }],
    ['shipping fields', { requiredShippingContactFields: ['shoeSize'] }],
    ['shipping type', { shippingType: 'teleport' }],
    ['total', { total: undefined }],
    ['total', { total: { label: '', amount: '1.00' } }],
    ['total', { total: { label: 'K', amount: '-1.00' } }],
    ['total', { total: { label: 'K', amount: '1,00' } }],
    ['total', { total: { label: 'K', amount: '1.00', type: 'rough' } }],
    ['line', { lineItems: [{ label: 'Sleva', amount: 'x' }] }],
    ['method', { shippingMethods: [{ label: 'PPL', amount: '1.00', detail: '' }] }],
  ])('[B.02] refuses a wrong %s: %j', (_what, change) => {
    expect(() => new Session(12, { ...goodRequest(), ...change })).toThrow(TypeError);
  });

  it.each(FAULTY_RECURRING)('[5.16] refuses the recurring payment %j', (recurringPaymentRequest) => {
    const request = { ...goodRequest(), recurringPaymentRequest } as PaymentRequest;
    expect(() => new Session(14, request)).toThrow(TypeError);
  });

  it('[B.02] allows one open sheet, and each session to begin once', () => {
    const session = new Session(12, goodRequest());
    session.begin();
    expect(() => {
      session.begin();
    }).toThrow(invalidAccess);
    expect(() => {
      new Session(12, goodRequest()).begin();
    }).toThrow(invalidAccess);
    session.abort();
    new Session(12, goodRequest()).begin();
  });
});

describe('recurring payments', () => {
  /** An open sheet: the merchant is validated and the sheet has reported a card. */
  async function told(more: object) {
    const session = new Session(14, { ...goodRequest(), ...more });
    listened(session);
    session.begin();
    await settle();
    session.completeMerchantValidation(merchantSession());
    await settle();
    return (newRecurringPaymentRequest: unknown) => {
      session.completePaymentMethodSelection({ newTotal: TOTAL, newRecurringPaymentRequest } as Update);
    };
  }

  it('[5.16] can be updated with a new price', async () => {
    const answer = await told({ recurringPaymentRequest: recurring() });
    for (const faulty of FAULTY_RECURRING)
      expect(() => {
        answer(faulty);
      }).toThrow(TypeError);
    expect(() => {
      answer(recurring({ amount: '249.00' }));
    }).not.toThrow();
  });

  it('[5.16] are refused in an update if the request has none', async () => {
    const answer = await told({});
    expect(() => {
      answer(recurring());
    }).toThrow(TypeError);
  });
});

describe('the order of calls', () => {
  const calls: readonly [string, (session: Session) => void][] = [
    [
      'abort',
      (session) => {
        session.abort();
      },
    ],
    [
      'completeMerchantValidation',
      (session) => {
        session.completeMerchantValidation(merchantSession());
      },
    ],
    [
      'completePaymentMethodSelection',
      (session) => {
        session.completePaymentMethodSelection({ newTotal: TOTAL });
      },
    ],
    [
      'completeShippingContactSelection',
      (session) => {
        session.completeShippingContactSelection({ newTotal: TOTAL });
      },
    ],
    [
      'completeShippingMethodSelection',
      (session) => {
        session.completeShippingMethodSelection({ newTotal: TOTAL });
      },
    ],
    [
      'completeCouponCodeChange',
      (session) => {
        session.completeCouponCodeChange({ newTotal: TOTAL });
      },
    ],
    [
      'completePayment',
      (session) => {
        session.completePayment({ status: 0 });
      },
    ],
  ];

  it.each(calls)('[B.02] %s is refused before the session begins and after it ends', (_name, call) => {
    const session = new Session(12, goodRequest());
    expect(() => {
      call(session);
    }).toThrow(invalidAccess);
    session.begin();
    session.abort();
    expect(() => {
      call(session);
    }).toThrow(invalidAccess);
  });

  it.each(calls.slice(1))('[B.02] %s is refused without a pending event', async (_name, call) => {
    const { session } = await ready();
    expect(() => {
      call(session);
    }).toThrow(invalidAccess);
  });

  it('[4.10] [B.02] is Apple’s: merchant, card, contact, method, coupon, payment', async () => {
    const { session, page } = await ready();
    shown().chooseMethod('dpd');
    await settle();
    session.completeShippingMethodSelection({ newTotal: TOTAL });
    shown().enterCoupon('SLEVA');
    await settle();
    session.completeCouponCodeChange({ newTotal: TOTAL });
    shown().pay();
    await settle();
    session.completePayment({ status: Session.STATUS_SUCCESS });
    expect(page.names()).toEqual([
      'validatemerchant',
      'paymentmethodselected',
      'shippingcontactselected',
      'shippingmethodselected',
      'couponcodechanged',
      'paymentauthorized',
    ]);
    expect(hide).toHaveBeenCalledOnce();
  });

  it('[B.02] sends one event at a time and queues choices made meanwhile', async () => {
    const { session, page } = await ready();
    shown().chooseMethod('dpd');
    shown().enterCoupon('SLEVA');
    await settle();
    expect(page.names().at(-1)).toBe('shippingmethodselected');
    session.completeShippingMethodSelection({ newTotal: TOTAL });
    await settle();
    expect(page.last()).toMatchObject({ couponCode: 'SLEVA' });
  });

  it.each<[string, unknown]>([
    ['no total', {}],
    ['a total that is none', { newTotal: { label: 'K', amount: 'x' } }],
    ['a method without a name', { newTotal: TOTAL, newShippingMethods: [{ identifier: 'a' }] }],
  ])('[B.02] an update with %s is refused', async (_what, update) => {
    const { session } = await ready();
    shown().enterCoupon('X');
    await settle();
    expect(() => {
      session.completeCouponCodeChange(update as Update);
    }).toThrow(TypeError);
  });
});

describe('the contact that the merchant receives', () => {
  it('[B.02] has neither name nor street before the buyer agrees', async () => {
    const { page } = await ready();
    const [, contact] = page.events.find(([name]) => name === 'shippingcontactselected') ?? [];
    expect(contact?.['shippingContact']).toMatchObject({
      givenName: '',
      familyName: '',
      addressLines: [],
      locality: 'Brno',
      postalCode: '616 00',
      countryCode: 'CZ',
    });
    expect(JSON.stringify(contact?.['shippingContact'])).not.toMatch(/Nov|Veve|601|example/);
  });

  it('[B.02] has only the beginning of a British postal code', async () => {
    const { session, page } = await ready();
    shown().chooseBuyer('gb');
    await settle();
    session.completePaymentMethodSelection({ newTotal: TOTAL });
    await settle();
    expect(page.last()).toMatchObject({ shippingContact: { postalCode: 'NW1', countryCode: 'UK' } });
  });

  it('[B.02] has all requested fields after the buyer agrees, and a token comes with it', async () => {
    const { page } = await ready();
    shown().pay();
    await settle();
    expect(page.last()).toMatchObject({
      payment: {
        token: { paymentData: { data: 'd' }, paymentMethod: { displayName: 'Visa 1111' } },
        shippingContact: { givenName: 'Jana', emailAddress: 'jana.novakova@example.com' },
        billingContact: { addressLines: ['Veveří 102', '2. patro'] },
      },
    });
    const { billingContact } = page.last()['payment'] as ApplePayJS.ApplePayPayment;
    expect(billingContact).not.toHaveProperty('emailAddress');
    expect(mint.mock.lastCall?.[0]).toMatchObject({ amount: '199.00', currencyCode: 'CZK' });
  });
});

describe('the buyer', () => {
  it('[B.02] cannot pay a pending total', async () => {
    const session = new Session(12, goodRequest());
    listened(session);
    session.begin();
    await settle();
    session.completeMerchantValidation(merchantSession());
    await settle();
    session.completePaymentMethodSelection({ newTotal: { ...TOTAL, type: 'pending' } });
    await settle();
    shown().pay();
    expect(mint).not.toHaveBeenCalled();
  });

  const wrong = (code: SheetError['code']): SheetError => ({ code, message: 'Špatně' });

  it.each([
    ['shippingContactInvalid', false],
    ['billingContactInvalid', false],
    ['addressUnserviceable', false],
    ['couponCodeInvalid', true],
    ['unknown', true],
  ] as const)('[B.02] after %s may try again: %s', async (code, again) => {
    const { session } = await ready();
    shown().pay();
    await settle();
    session.completePayment({ status: Session.STATUS_FAILURE, errors: [wrong(code)] });
    shown().pay();
    await settle();
    expect(mint).toHaveBeenCalledTimes(again ? 2 : 1);
  });

  it('[B.02] gets no further events after cancelling', async () => {
    const { session, page } = await ready();
    shown().cancel();
    expect(page.names().at(-1)).toBe('cancel');
    shown().chooseBuyer('sk');
    shown().pay();
    await settle();
    expect(page.names().at(-1)).toBe('cancel');
    expect(hide).toHaveBeenCalledOnce();
    expect(() => {
      session.abort();
    }).toThrow(invalidAccess);
  });

  it('[B.02] does not wait for ever for a silent merchant', async () => {
    const { page } = await ready();
    shown().enterCoupon('X');
    await vi.advanceTimersByTimeAsync(ANSWER_DEADLINE);
    expect(page.names().at(-1)).toBe('cancel');
  });

  it('[B.02] can try again if no token was issued', async () => {
    mint.mockRejectedValueOnce(new Error('refused'));
    await ready();
    shown().pay();
    await settle();
    expect(shown().state()).toMatchObject({ waiting: null, errors: [{ code: 'unknown' }] });
  });
});

describe('a merchant session', () => {
  it.each<[string, object]>([
    ['another domain’s', { domainName: 'jiny.example' }],
    ['expired', { expiresAt: 0 }],
    ['unsigned', { signature: '' }],
  ])('[B.02] that is %s closes the sheet', async (_what, more) => {
    const session = new Session(12, goodRequest());
    const page = listened(session);
    session.begin();
    await settle();
    session.completeMerchantValidation(merchantSession(more));
    expect(page.names()).toEqual(['validatemerchant', 'cancel']);
  });

  it('[B.02] that nothing listens for closes the sheet, too', async () => {
    const session = new Session(12, goodRequest());
    session.begin();
    await settle();
    expect(hide).toHaveBeenCalledOnce();
  });
});
