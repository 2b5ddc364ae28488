// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { agreeingHandlers, deferred, sheetError, sheetView } from '../../test/google-pay.ts';
import type { SheetHandlers, SheetReply, SheetView } from '../protocol.ts';
import { ChangeAnswers } from './changes.ts';
import type { ChangedPaymentDetails } from './types.ts';

const BRNO = { country: 'CZ', region: '', city: 'Brno', postalCode: '61600' };
const KOSICE = { ...BRNO, country: 'SK', city: 'Košice' };
const DETAILS: ChangedPaymentDetails = {
  total: { label: 'Obchod', amount: { currency: 'CZK', value: '0.01' } },
};
const SHIPPED = { ...DETAILS, shippingAddress: BRNO };

const withOptions = (selectedOptionId: string | null): SheetView => ({
  ...sheetView(),
  options: ['ppl', 'dpd'].map((id) => ({ id, label: id, detail: '', minor: 100 })),
  selectedOptionId,
});
const error = (message: string): SheetReply => ({
  kind: 'show_error',
  view: null,
  errors: [sheetError({ subject: 'coupon', message })],
});

/** The answers of a sheet, and the order of the flow's steps. */
function sheet() {
  const handlers = agreeingHandlers();
  const answers = new ChangeAnswers(handlers, 'Obchod');
  const all = () =>
    Object.entries(handlers)
      .flatMap(([name, { mock }]) => mock.invocationCallOrder.map((at, call) => ({ name, at, call })))
      .toSorted((one, other) => one.at - other.at)
      .map(({ name }) => name);
  /** The steps that change the cart. */
  const steps = () => all().filter((name) => name !== 'contextWanted');
  return { handlers, answers, steps, all };
}

const valueOf = ({ total }: { readonly total?: ChangedPaymentDetails['total'] }) => total?.amount.value;

describe('the first event', () => {
  it('[2.22] opens, then selects the addresses that come along', async () => {
    const { answers, handlers, steps } = sheet();
    const update = await answers.answer({ ...SHIPPED, billingAddress: KOSICE });
    expect(steps()).toEqual(['opened', 'addressSelected', 'paymentMethodSelected']);
    expect(handlers.addressSelected.mock.lastCall?.[0]).toMatchObject({ city: 'Brno', zip: '61600' });
    expect(handlers.paymentMethodSelected.mock.lastCall?.[0]).toMatchObject({ country: 'SK' });
    expect(valueOf(update)).toBe('4.00');
    expect(update).toMatchObject({ offers: [] });
    expect(update).not.toHaveProperty('errors');
  });

  it('[2.22] only opens where there is no address', async () => {
    const { answers, steps } = sheet();
    expect(valueOf(await answers.answer(DETAILS))).toBe('1.00');
    expect(steps()).toEqual(['opened']);
  });

  it('[2.22] selects nothing for a cart that could not be made', async () => {
    const { answers, handlers, steps } = sheet();
    handlers.opened.mockResolvedValue({ kind: 'end', error: sheetError() });
    expect(await answers.answer(SHIPPED)).toEqual({ offers: [], errors: { error: 'Něco je špatně.' } });
    expect(steps()).toEqual(['opened']);
  });
});

describe('a later event', () => {
  /** A sheet after its first event. */
  async function shown() {
    const one = sheet();
    one.handlers.addressSelected.mockResolvedValue({ kind: 'update', view: withOptions('ppl') });
    await one.answers.answer(SHIPPED);
    return one;
  }

  it('[2.22] asks about nothing that is as it was, and repeats the last answer', async () => {
    const { answers, steps } = await shown();
    const update = await answers.answer({ ...SHIPPED, fulfillmentOptionId: 'ppl' });
    expect(steps()).toEqual(['opened', 'addressSelected']);
    expect(update.fulfillmentOptionId).toBe('ppl');
  });

  it('[2.22] selects another address, without the option that the sheet still shows', async () => {
    const { answers, handlers, steps } = await shown();
    handlers.addressSelected.mockResolvedValueOnce({ kind: 'update', view: withOptions('dpd') });
    const details = { ...SHIPPED, shippingAddress: KOSICE, fulfillmentOptionId: 'ppl' };
    expect((await answers.answer(details)).fulfillmentOptionId).toBe('dpd');
    await answers.answer({ ...details, fulfillmentOptionId: 'dpd' });
    expect(steps()).toEqual(['opened', 'addressSelected', 'addressSelected']);
  });

  it('[2.22] selects another option', async () => {
    const { answers, handlers } = await shown();
    const update = await answers.answer({ ...SHIPPED, fulfillmentOptionId: 'dpd' });
    expect(handlers.optionSelected).toHaveBeenCalledExactlyOnceWith('dpd');
    expect(valueOf(update)).toBe('3.00');
  });

  it('[2.22] with an option of a sheet that had none selected selects it', async () => {
    const { answers, handlers } = await shown();
    handlers.addressSelected.mockResolvedValueOnce({ kind: 'update', view: withOptions(null) });
    await answers.answer({ ...SHIPPED, shippingAddress: KOSICE, fulfillmentOptionId: 'ppl' });
    await answers.answer({ ...SHIPPED, shippingAddress: KOSICE, fulfillmentOptionId: 'ppl' });
    expect(handlers.optionSelected).toHaveBeenCalledExactlyOnceWith('ppl');
  });

  it('[2.22] enters an offer’s code, and takes it away', async () => {
    const { answers, handlers } = await shown();
    const entered = { ...SHIPPED, offers: [{ code: 'LETO' }] };
    expect(await answers.answer(entered)).toMatchObject({ offers: [{ code: 'LETO' }] });
    expect(await answers.answer(entered)).toMatchObject({ offers: [{ code: 'LETO' }] });
    expect(await answers.answer({ ...SHIPPED, offers: [] })).toMatchObject({ offers: [] });
    expect(handlers.couponEntered.mock.calls).toEqual([['LETO'], ['']]);
  });

  it('[2.22] takes the newest of several codes', async () => {
    const { answers, handlers } = await shown();
    await answers.answer({ ...SHIPPED, offers: [{ code: 'LETO' }, { code: 'ZIMA' }] });
    expect(handlers.couponEntered).toHaveBeenCalledExactlyOnceWith('ZIMA');
  });

  it('[2.22] can enter a code again that did not apply', async () => {
    const { answers, handlers } = await shown();
    handlers.couponEntered.mockResolvedValueOnce(error('Neplatí.'));
    const entered = { ...SHIPPED, offers: [{ code: 'LETO' }] };
    expect(await answers.answer(entered)).toEqual({ offers: [], errors: { offer: 'Neplatí.' } });
    expect(await answers.answer(entered)).toMatchObject({ offers: [{ code: 'LETO' }] });
    expect(handlers.couponEntered).toHaveBeenCalledTimes(2);
  });

  it('[2.22] with several changes asks in turn, stops at an error, and goes on with the next event', async () => {
    const { answers, handlers, steps } = await shown();
    handlers.addressSelected.mockResolvedValueOnce({
      kind: 'show_error',
      view: withOptions('ppl'),
      errors: [sheetError({ subject: 'shipping' })],
    });
    const details = { ...SHIPPED, shippingAddress: KOSICE, offers: [{ code: 'LETO' }] };
    const update = await answers.answer(details);
    expect(update).toMatchObject({
      fulfillmentOptionId: 'ppl',
      errors: { shippingAddress: { error: 'Něco je špatně.' } },
    });
    expect(steps()).toEqual(['opened', 'addressSelected', 'addressSelected']);
    await answers.answer(details);
    expect(steps().slice(3)).toEqual(['couponEntered']);
  });

  it('[2.22] waits for the answer to the one before', async () => {
    const { answers, handlers } = await shown();
    const first = deferred<SheetReply>();
    handlers.addressSelected.mockReturnValueOnce(first.promise);
    const address = answers.answer({ ...SHIPPED, shippingAddress: KOSICE });
    const option = answers.answer({ ...SHIPPED, shippingAddress: KOSICE, fulfillmentOptionId: 'dpd' });
    await Promise.resolve();
    expect(handlers.optionSelected).not.toHaveBeenCalled();
    first.resolve({ kind: 'update', view: sheetView(700) });
    expect(valueOf(await address)).toBe('7.00');
    expect(valueOf(await option)).toBe('3.00');
  });

  it('[2.22] without anything known is answered with nothing', async () => {
    const { answers, handlers } = sheet();
    handlers.opened.mockResolvedValue({ kind: 'show_error', view: null, errors: [sheetError()] });
    expect(await answers.answer(DETAILS)).toEqual({ offers: [], errors: { error: 'Něco je špatně.' } });
  });
});

describe('the context', () => {
  it('[3.16] is asked for once for each answer, after every step, and goes along with the prices', async () => {
    const { answers, handlers, all } = sheet();
    const update = await answers.answer({ ...SHIPPED, billingAddress: KOSICE });
    expect(all().at(-1)).toBe('contextWanted');
    expect(handlers.contextWanted).toHaveBeenCalledOnce();
    expect(update).toMatchObject({ containerContext: 'context-1' });
  });

  it('[3.16] is not asked for where the sheet shows nothing new', async () => {
    const { answers, handlers } = sheet();
    handlers.opened.mockResolvedValue({ kind: 'end', error: sheetError() });
    expect(await answers.answer(DETAILS)).not.toHaveProperty('containerContext');
    expect(handlers.contextWanted).not.toHaveBeenCalled();
  });

  it.each<[string, Exclude<Awaited<ReturnType<SheetHandlers['contextWanted']>>, { kind: 'context' }>]>([
    [
      'an error',
      { kind: 'show_error', view: null, errors: [sheetError({ subject: 'other', message: 'Pozdě.' })] },
    ],
    ['the end', { kind: 'end', error: sheetError({ subject: 'other', message: 'Pozdě.' }) }],
  ])('[3.16] may be missing: %s is shown beside the new prices', async (_what, reply) => {
    const { answers, handlers } = sheet();
    handlers.contextWanted.mockResolvedValue(reply);
    const update = await answers.answer(SHIPPED);
    expect(valueOf(update)).toBe('2.00');
    expect(update).toMatchObject({ errors: { error: 'Pozdě.' } });
    expect(update).not.toHaveProperty('containerContext');
  });
});
