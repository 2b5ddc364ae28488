// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { agreeingHandlers, sheetError } from '../../test/google-pay.ts';
import { paymentResponse } from '../../test/meta-pay.ts';
import { authorisedPayment, settle, walletContent } from './consent.ts';

const CONTAINER = { mode: 'TEST', containerId: 'c1', containerType: 'basic-card-v1', containerData: 'eyJ' };
const MALFORMED =
  'Došlo k problému s peněženkou Meta Pay. Zkuste to znovu nebo použijte jinou platební metodu.';

describe('walletContent', () => {
  it('[1.03] has the container’s id, data and mode, and nothing else', () => {
    expect(walletContent(CONTAINER, 'TEST')).toEqual({
      input: 'facebookPayWalletContent',
      fields: { containerId: 'c1', containerData: 'eyJ', mode: 'TEST' },
    });
    expect(walletContent({ ...CONTAINER, mode: 'LIVE' }, 'LIVE')?.fields['mode']).toBe('LIVE');
  });

  it.each([
    null,
    'eyJ',
    { ...CONTAINER, mode: 'LIVE' },
    { ...CONTAINER, containerId: '' },
    { ...CONTAINER, containerData: 7 },
  ])('[B.03] is none of %j in test mode', (container) => {
    expect(walletContent(container, 'TEST')).toBeNull();
  });
});

describe('authorisedPayment', () => {
  it('[1.03] has contact, addresses and option; the account’s name and telephone fill the gaps', () => {
    expect(authorisedPayment(paymentResponse(), 'TEST')).toMatchObject({
      email: 'jana@example.cz',
      shipping: { firstName: 'Jana', lastName: 'Nováková', city: 'Praha', phone: '+420602345678' },
      billing: { firstName: null, lastName: 'Radka', city: 'Brno', phone: '+420601234567' },
      optionId: 'ppl',
    });
    const nameless = paymentResponse({ shippingAddress: { country: 'CZ', recipient: ' ' } });
    expect(authorisedPayment(nameless, 'TEST')?.shipping).toMatchObject({ lastName: 'Nováková' });
  });

  it('[1.03] has nothing that was not asked for', () => {
    const { container, complete, retry } = paymentResponse();
    expect(authorisedPayment({ container, complete, retry }, 'TEST')).toMatchObject({
      email: null,
      shipping: null,
      billing: null,
      optionId: null,
    });
    const lacking = { container, complete, retry, shippingAddress: { country: 'CZ' } };
    expect(authorisedPayment(lacking, 'TEST')?.shipping).toMatchObject({ lastName: null, phone: null });
  });
});

describe('settle', () => {
  it('[2.22] completes a paid consent', async () => {
    const consent = paymentResponse();
    expect(await settle(consent, agreeingHandlers(), 'TEST')).toEqual({
      kind: 'completed',
    });
    expect(consent.complete).toHaveBeenCalledExactlyOnceWith('success');
    expect(consent.retry).not.toHaveBeenCalled();
  });

  it('[2.22] fails a consent after which the session is over', async () => {
    const consent = paymentResponse();
    const handlers = agreeingHandlers();
    handlers.authorised.mockResolvedValue({ kind: 'end', error: sheetError() });
    expect(await settle(consent, handlers, 'TEST')).toEqual({ kind: 'cancelled' });
    expect(consent.complete).toHaveBeenCalledExactlyOnceWith('fail');
  });

  it('[2.22] shows errors at their place, and handles the next consent', async () => {
    const second = paymentResponse({ payerEmail: 'radka@example.cz' });
    const first = paymentResponse();
    first.retry.mockResolvedValue(second);
    const handlers = agreeingHandlers();
    const errors = [sheetError({ subject: 'payment', message: 'Zamítnuto.' })] as const;
    handlers.authorised.mockResolvedValueOnce({ kind: 'show_error', view: null, errors });
    expect(await settle(first, handlers, 'TEST')).toEqual({ kind: 'completed' });
    expect(first.retry).toHaveBeenCalledExactlyOnceWith({ payment: 'Zamítnuto.' });
    expect(first.complete).not.toHaveBeenCalled();
    expect(handlers.authorised.mock.calls.map(([{ email }]) => email)).toEqual([
      'jana@example.cz',
      'radka@example.cz',
    ]);
    expect(second.complete).toHaveBeenCalledExactlyOnceWith('success');
  });

  it('[B.03] hands no container of another mode over', async () => {
    const consent = paymentResponse();
    const handlers = agreeingHandlers();
    void settle(consent, handlers, 'LIVE');
    await Promise.resolve();
    expect(consent.retry).toHaveBeenCalledExactlyOnceWith({ payment: MALFORMED });
    expect(handlers.authorised).not.toHaveBeenCalled();
  });
});
