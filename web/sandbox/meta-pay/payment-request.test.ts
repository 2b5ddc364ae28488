import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentDetailsChangedEvent } from '../../embed/wallets/meta-pay/types.ts';
import { goodConfiguration, goodDetails, goodOptions, item, way } from '../test/meta-pay.ts';
import { changed } from '../test/request.ts';
import { PaymentError } from './error.ts';
import type { Mint } from './mint.ts';
import { createPaymentRequest } from './payment-request.ts';
import type { MetaPaySheetModel } from './sheet/model.ts';

let open = vi.fn<(model: MetaPaySheetModel) => () => void>();
const close = vi.fn();

/** The script with an empty sheet. */
function script() {
  const mint: Mint = ({ configuration: { mode }, containerType }) =>
    Promise.resolve({ mode, containerId: 'id', containerType, containerData: 'eyJ4NWMi' });
  return createPaymentRequest({ mint, open });
}

const request = (PaymentRequest = script()) =>
  new PaymentRequest(goodConfiguration(), goodDetails(), goodOptions());

function activate(isActive: boolean): void {
  vi.stubGlobal('navigator', { userActivation: { isActive } });
}

beforeEach(() => {
  close.mockReset();
  open = vi.fn(() => close);
  activate(true);
});

/** The sheet that was opened last. */
function opened(): MetaPaySheetModel {
  const [model] = open.mock.lastCall ?? [];
  if (!model) throw new Error('No sheet was opened');
  return model;
}

/** Argument, path in it and wrong value that make a valid call invalid. Without a value the member is missing. */
const wrong: readonly (readonly [at: 0 | 1 | 2, path: string, value?: unknown])[] = [
  [0, 'mode'],
  [0, 'mode', 'PRODUCTION'],
  [0, 'partnerId'],
  [0, 'partnerMerchantId', ''],
  [0, 'acquirerCountryCode', 'cz'],
  [0, 'acquirerCountryCode'],
  [0, 'supportedContainers'],
  [0, 'supportedContainers', {}],
  [0, 'supportedContainers', { 'basic-card-v2': {} }],
  [0, 'supportedContainers', { 'basic-card-v1': true }],
  [0, 'supportedContainers', ['basic-card-v1']],
  [0, 'containerContext', ''],
  [0, 'merchantName', 'Krámek'],
  [1, 'total'],
  [1, 'total.label', ''],
  [1, 'total.amount.value', 1389],
  [1, 'total.amount.value', '1 389,00'],
  [1, 'total.amount.value', '1389.005'],
  [1, 'total.amount.value', '1388.99'],
  [1, 'total.amount.currency', 'Kč'],
  [1, 'total.pending', true],
  [1, 'summaryItems', [item('Mezisoučet', '1290.00')]],
  [1, 'summaryItems', [item('Mezisoučet', '1389.00', 'EUR')]],
  [1, 'summaryItems', {}],
  [1, 'displayItems', [item('V ceně DPH', '9.00', 'EUR')]],
  [1, 'displayItems', [{ label: 'V ceně DPH' }]],
  [1, 'offers', ['LETO']],
  [1, 'offers', [{ code: 'LETO', amount: 1 }]],
  [1, 'billingAddress', { country: 'CZ' }],
  [1, 'shippingAddress', { country: 'CZ' }],
  [1, 'fulfillmentOptions', [way('ppl'), way('ppl')]],
  [1, 'fulfillmentOptions', [{ ...way('ppl'), detail: 'Do dvou dnů' }]],
  [1, 'fulfillmentOptions', [{ id: 'ppl', label: 'PPL' }]],
  [1, 'fulfillmentOptionId', 'posta'],
  [1, 'shippingOptions', []],
  [2, 'requestShipping'],
  [2, 'requestShipping', 'yes'],
  [2, 'requestPickup', true],
];

describe('the arguments of a request', () => {
  it.each(wrong.map(([at, path, value]) => ({ at, path, value })))(
    '[B.02] are refused with $path = $value',
    ({ at, path, value }) => {
      const parts: unknown[] = [goodConfiguration(), goodDetails(), goodOptions()];
      parts[at] = changed(parts[at], path, value);
      const PaymentRequest = script() as unknown as new (...given: unknown[]) => unknown;
      expect(() => new PaymentRequest(...parts)).toThrow(
        expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringMatching(/./) as unknown }),
      );
    },
  );

  it('[B.02] are accepted if they are valid, and the buyer can pay', async () => {
    await expect(request().canMakePayment()).resolves.toBe(true);
  });

  it('[B.02] may not negate the total', () => {
    const details = { total: item('Krámek', '-1.00') };
    const PaymentRequest = script();
    expect(() => new PaymentRequest(goodConfiguration(), details, goodOptions())).toThrow(PaymentError);
  });
});

describe('show', () => {
  it('[B.02] opens only in a user gesture', async () => {
    activate(false);
    await expect(request().show()).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(open).not.toHaveBeenCalled();
  });

  it('[B.02] opens one sheet at a time', async () => {
    const PaymentRequest = script();
    void request(PaymentRequest).show();
    expect(open).toHaveBeenCalledOnce();
    await expect(request(PaymentRequest).show()).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(open).toHaveBeenCalledOnce();
  });

  it('[B.02] opens a request once, and another after the sheet has closed', async () => {
    const PaymentRequest = script();
    const one = request(PaymentRequest);
    const shown = one.show();
    opened().cancel();
    await expect(shown).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(close).toHaveBeenCalledOnce();
    await expect(one.show()).rejects.toMatchObject({ code: 'INVALID_STATE' });
    void request(PaymentRequest).show();
    expect(open).toHaveBeenCalledTimes(2);
  });
});

describe('the event', () => {
  /** Opens a sheet and listens with `listen`. */
  async function heard(listen: (event: PaymentDetailsChangedEvent) => void) {
    const one = request();
    one.addEventListener('paymentdetailschanged', listen);
    const shown = one.show();
    shown.catch(() => undefined);
    await vi.waitFor(() => {
      expect(opened().state().waiting === null || close.mock.calls.length > 0).toBe(true);
    });
    return { shown, model: opened() };
  }

  it('[B.02] takes an answer, also a promised one', async () => {
    const { model } = await heard((event) => {
      const total = item('Krámek', '1.00');
      event.updateWith(Promise.resolve({ total, summaryItems: [total] }));
    });
    expect(model.state().details.total.amount.value).toBe('1.00');
  });

  it('[B.02] changes nothing if nobody answers', async () => {
    const { model } = await heard(() => undefined);
    expect(model.state()).toMatchObject({ details: goodDetails(), errors: {} });
  });

  it('[B.02] takes one answer', async () => {
    const { shown } = await heard((event) => {
      event.updateWith({});
      event.updateWith({});
    });
    await expect(shown).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('[B.02] takes no answer after the listener has returned', async () => {
    let late: unknown = null;
    await heard((event) => {
      setTimeout(() => {
        try {
          event.updateWith({});
        } catch (error) {
          late = error;
        }
      });
    });
    await vi.waitFor(() => {
      expect(late).toMatchObject({ code: 'INVALID_STATE' });
    });
  });

  it('[B.02] has one name', () => {
    const listen = () => {
      request().addEventListener('shippingaddresschange' as 'paymentdetailschanged', () => undefined);
    };
    expect(listen).toThrow(PaymentError);
  });
});
