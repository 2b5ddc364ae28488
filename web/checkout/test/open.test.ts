// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiFailure } from '../src/api/failure.ts';
import { CheckoutFlow } from '../src/flow/checkout-flow.ts';
import {
  account,
  amazonChoice,
  cart,
  checkoutData,
  CHECKOUT_URL,
  chosen,
  CONFIRMATION_URL,
  fakeApi,
  form,
  line,
  memory,
  page,
  WELL,
} from './support.ts';

type Handlers = Parameters<typeof fakeApi>[0];

async function open(
  handlers: Handlers,
  data = checkoutData(),
  storage = memory(),
): Promise<
  ReturnType<typeof page> & {
    flow: CheckoutFlow;
    storage: typeof storage;
    api: ReturnType<typeof fakeApi>;
  }
> {
  const api = fakeApi({ ...WELL, ...handlers });
  const around = page(api, data, storage);
  const flow = new CheckoutFlow(around.environment);
  await flow.open();
  return { ...around, flow, storage, api };
}

describe('opening the checkout', () => {
  it('shows the cart with what it knows already', async () => {
    const { state } = await open({ cart: () => cart({ email: 'jana@example.cz' }) });
    expect(state()).toMatchObject({
      kind: 'editing',
      form: { email: 'jana@example.cz', deliveries: chosen('ppl'), payment: 'card', billingSame: true },
    });
  });

  it.each(['network', 'busy', 'server'] as const)(
    'says that it failed (%s), and can try again',
    async (kind) => {
      const { state, flow } = await open({
        cart: (_variables, times) => {
          if (times === 1) throw apiFailure(kind, 'x');
          return cart();
        },
      });
      expect(state()).toEqual({ kind: 'unavailable', reason: kind });
      await flow.open();
      expect(state().kind).toBe('editing');
    },
  );

  it('says when the cart is gone, empty, or sold out', async () => {
    expect((await open({ cart: () => null })).state()).toEqual({ kind: 'gone' });
    expect((await open({ cart: () => cart({ lines: [] }) })).state()).toEqual({
      kind: 'empty',
      soldOut: false,
    });
    const soldOut = cart({ lines: [line('1', { quantity: 0 })] });
    expect((await open({ cart: () => soldOut })).state()).toEqual({ kind: 'empty', soldOut: true });
  });

  it('marks a line that has run out before the page came', async () => {
    const some = cart({ lines: [line('1'), line('2', { quantity: 0 })] });
    expect((await open({ cart: () => some })).state()).toMatchObject({ stock: { soldOut: ['2'] } });
  });

  it('keeps what was typed over a reload, and forgets it for another cart', async () => {
    const storage = memory();
    const { flow } = await open({}, checkoutData(), storage);
    flow.change('delivery.city', 'Brno');
    flow.change('note', 'Zvoňte u souseda');
    flow.dispose();
    const again = await open({}, checkoutData(), storage);
    expect(again.state()).toMatchObject({
      form: { delivery: { city: 'Brno' }, note: 'Zvoňte u souseda' },
    });
    expect([...storage.entries.keys()].every((key) => !key.includes('0011'))).toBe(true);
    expect((await open({})).state()).toMatchObject({ form: { delivery: { city: '' } } });
  });
});

describe('opening the checkout after an approval elsewhere', () => {
  const approval = (token: string) =>
    checkoutData({
      payments: [account({ token }), { kind: 'bank_transfer', due: 'Zaplatit stačí do 4. prosince 2026.' }],
    });
  const delivery = { ...form().delivery, address2: 'byt 3' };
  const told = cart({
    email: 'eva@example.cz',
    address: {
      firstName: 'Eva',
      lastName: 'Malá',
      company: null,
      address1: 'Dlouhá 1',
      address2: null,
      city: 'Praha',
      zip: '110 00',
      provinceCode: null,
      countryCode: 'CZ',
    },
  });
  /** Jana has typed, with the bank transfer chosen, before anybody approved anything. */
  async function typed(data = checkoutData()): Promise<ReturnType<typeof memory>> {
    const { flow, storage } = await open({}, data);
    for (const [field, text] of Object.entries(delivery)) flow.change(`delivery.${field as 'city'}`, text);
    flow.change('email', 'jana@example.cz');
    flow.change('phone', '777 123 456');
    flow.change('note', 'Zvoňte');
    flow.dispose();
    return storage;
  }

  it('[4.19] what was approved takes the place of what was typed before, whole; the rest stays', async () => {
    const { state } = await open({ cart: () => told }, approval('ORDER-1'), await typed());
    expect(state()).toMatchObject({
      form: {
        email: 'eva@example.cz',
        phone: '777 123 456',
        note: 'Zvoňte',
        payment: 'account',
        delivery: {
          firstName: 'Eva',
          lastName: 'Malá',
          address1: 'Dlouhá 1',
          address2: '',
          city: 'Praha',
          zip: '110 00',
        },
      },
    });
  });

  it('[4.19] a draft of an earlier version, which names the vendor, is still read', async () => {
    const storage = memory();
    const draft = { ...form({ note: 'Zvoňte' }), payment: 'paypal', approval: 'ORDER-1' };
    storage.setItem('zkratka.checkout.ZTEST', JSON.stringify(draft));
    const { state } = await open({}, approval('ORDER-1'), storage);
    expect(state()).toMatchObject({ form: { note: 'Zvoňte', payment: 'account' } });
  });

  it('[4.19] an approval that tells no address and no e-mail leaves what was typed', async () => {
    const { state } = await open({ cart: () => cart() }, approval('ORDER-1'), await typed());
    expect(state()).toMatchObject({
      form: { email: 'jana@example.cz', payment: 'account', delivery },
    });
  });

  it('[4.19] what is typed after the approval stays over a reload, until another approval', async () => {
    const storage = await typed(approval('ORDER-1'));
    const reloaded = await open({ cart: () => told }, approval('ORDER-1'), storage);
    expect(reloaded.state()).toMatchObject({ form: { email: 'jana@example.cz', delivery } });
    reloaded.flow.dispose();
    const again = await open({ cart: () => told }, approval('ORDER-2'), storage);
    expect(again.state()).toMatchObject({ form: { email: 'eva@example.cz', delivery: { city: 'Praha' } } });
  });
});

const NO_ADDRESS = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  zip: null,
  provinceCode: null,
  countryCode: 'CZ',
};

describe('opening the checkout after a choice at Amazon', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const chosenAt = (approval: string, choice = {}) =>
    checkoutData({
      payments: [account({ account: 'amazon_pay', approval, amazon: amazonChoice(choice) })],
    });
  const told = cart({
    email: 'eva@example.cz',
    address: { ...NO_ADDRESS, lastName: 'Malá', address1: 'Dlouhá 1', city: 'Praha', zip: '110 00' },
  });

  it('[4.21] this tab’s draft does not overwrite another choice in the same session', async () => {
    vi.useFakeTimers();
    const storage = memory();
    const first = await open({ cart: () => told }, chosenAt('S1#4'), storage);
    first.flow.change('delivery.city', 'Brno');
    first.flow.change('note', 'Zvoňte');
    first.flow.dispose();
    const reloaded = await open({ cart: () => told }, chosenAt('S1#4'), storage);
    expect(reloaded.state()).toMatchObject({ form: { delivery: { city: 'Brno' } } });
    reloaded.flow.dispose();
    const { state, api } = await open({ cart: () => told }, chosenAt('S1#7'), storage);
    expect(state()).toMatchObject({
      form: { payment: 'account', note: 'Zvoňte', delivery: { city: 'Praha' } },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(api.calls.map(({ name }) => name)).not.toContain('cartDeliveryAddressesReplace');
  });

  it('[4.21] an address that the shop cannot use brings no earlier one back', async () => {
    const storage = memory();
    const { flow } = await open({}, checkoutData(), storage);
    flow.change('delivery.address1', 'Údolní 12');
    flow.dispose();
    const data = chosenAt('S1#4', { address: [], isAddressUnusable: true });
    const { state } = await open({ cart: () => cart({ email: 'eva@example.cz' }) }, data, storage);
    expect(state()).toMatchObject({ form: { email: 'eva@example.cz', delivery: { address1: '' } } });
  });
});

describe('opening the checkout on an attempt', () => {
  const live = checkoutData({ attempt: { id: 'attempt-1', fromAccount: false } });

  it('follows a live attempt to its order', async () => {
    const { visited, waits } = await open(
      {
        cartCompletionAttempt: (_variables, times) =>
          times < 3
            ? { kind: 'processing', pollDelay: 600 }
            : { kind: 'success', orderUrl: CONFIRMATION_URL },
      },
      live,
    );
    expect(waits).toEqual([600, 600]);
    expect(visited).toEqual([{ how: 'replace', url: CONFIRMATION_URL }]);
  });

  it('says that the payment is being looked into, and asks no further', async () => {
    const asked: unknown[] = [];
    const { state, waits, visited, storage } = await open(
      {
        cartCompletionAttempt: ({ attemptId }) => {
          asked.push(attemptId);
          return { kind: 'in_review' };
        },
      },
      live,
    );
    expect(state()).toEqual({ kind: 'in_review' });
    expect([asked, waits, visited]).toEqual([['attempt-1'], [], []]);
    // Whoever comes back later is told how it ended.
    expect(storage.entries.get('zkratka.attempt.ZTEST')).toContain('attempt-1');
  });

  it.each([
    ['A0000000000001-own', 'W0000000000001-any', 'A0000000000001-own'],
    ['W0000000000001-any', 'A0000000000001-own', 'A0000000000001-own'],
    ['W0000000000001-any', 'A0000000000002-own', 'W0000000000001-any'],
  ])(
    'follows the attempt %s of the page under the name that shows more; remembered: %s',
    async (page, remembered, asked) => {
      const storage = memory();
      storage.setItem('zkratka.attempt.ZTEST', JSON.stringify({ token: 't', attemptId: remembered }));
      const names: unknown[] = [];
      await open(
        {
          cartCompletionAttempt: ({ attemptId }) => {
            names.push(attemptId);
            return { kind: 'success', orderUrl: CONFIRMATION_URL };
          },
        },
        checkoutData({ attempt: { id: page, fromAccount: false } }),
        storage,
      );
      expect(names).toEqual([asked]);
    },
  );

  it('opens the form when a live attempt fails, and says why', async () => {
    const { state } = await open(
      {
        cartCompletionAttempt: () => ({
          kind: 'failed',
          errors: [{ code: 'PAYMENT_INSUFFICIENT_FUNDS', message: null }],
        }),
      },
      live,
    );
    expect(state()).toMatchObject({
      kind: 'editing',
      submission: {
        kind: 'declined',
        message: expect.stringMatching(/^Na kartě není dost peněz/u) as unknown,
      },
    });
  });

  it('tells how an attempt ended from which the shopper comes back', async () => {
    const storage = memory();
    storage.setItem('zkratka.attempt.ZTEST', '{"token":"t","attemptId":"attempt-9"}');
    const { state } = await open(
      {
        cartCompletionAttempt: ({ attemptId }) => ({
          kind: 'failed',
          errors: [{ code: attemptId === 'attempt-9' ? 'PAYMENT_CARD_DECLINED' : 'ERROR', message: null }],
        }),
      },
      checkoutData(),
      storage,
    );
    expect(state()).toMatchObject({
      submission: {
        kind: 'declined',
        message: expect.stringMatching(/^Banka platbu kartou zamítla/u) as unknown,
      },
    });
    expect(storage.entries.has('zkratka.attempt.ZTEST')).toBe(false);
  });

  const refused = () => ({ kind: 'failed', errors: [{ code: 'PAYMENT_CARD_DECLINED', message: null }] });
  const ofAccount = checkoutData({ attempt: { id: 'attempt-1', fromAccount: true } });

  /** The tab has loaded the page again for this attempt. */
  function reloaded(): ReturnType<typeof memory> {
    const storage = memory();
    storage.setItem('zkratka.attempt.left', 'attempt-1');
    return storage;
  }

  const byAccount = {
    kind: 'declined',
    message: expect.stringMatching(/^Váš účet byl zamítnut\..*Schvalte ho prosím znovu/u) as unknown,
  };

  it('[4.21] says that the address changed at Amazon, and that nothing was charged', async () => {
    const changed = () => ({ kind: 'failed', errors: [{ code: 'PAYMENT_ADDRESS_CHANGED', message: null }] });
    const { state } = await open({ cartCompletionAttempt: changed }, ofAccount, reloaded());
    const message: unknown = expect.stringMatching(
      /^Adresa doručení se u Amazonu změnila.* nic vám nebylo strženo/u,
    );
    expect(state()).toMatchObject({ submission: { kind: 'declined', message } });
  });

  it('[4.21] says in the server’s words that the buyer has not confirmed the payment', async () => {
    const message = 'Platba u\u00a0Amazonu je zrušená. Nic jsme vám neúčtovali.';
    const errors = [{ code: 'PAYMENT_CALL_ISSUER', message }];
    const failed = () => ({ kind: 'failed', errors });
    const { state } = await open({ cartCompletionAttempt: failed }, ofAccount, reloaded());
    expect(state()).toMatchObject({ submission: { kind: 'declined', message } });
  });

  it('[4.19] says of an account that it was declined, and how to approve anew', async () => {
    const storage = memory();
    const offering = checkoutData({
      payments: [account(), { kind: 'bank_transfer', due: 'Zaplatit stačí do 4. prosince 2026.' }],
    });
    (await open({}, offering, storage)).flow.dispose();
    storage.setItem('zkratka.attempt.ZTEST', '{"token":"t","attemptId":"attempt-9"}');
    const { state } = await open({ cartCompletionAttempt: refused }, checkoutData(), storage);
    expect(state()).toMatchObject({ form: { payment: null }, submission: byAccount });
  });

  it('[4.19] says the same in another tab, where nobody has chosen the account', async () => {
    const { state } = await open({ cartCompletionAttempt: refused }, ofAccount, reloaded());
    expect(state()).toMatchObject({ submission: byAccount });
  });

  it('[4.19] [4.21] loads the page again once, which came without the buttons that pay anew', async () => {
    const storage = memory();
    const first = await open({ cartCompletionAttempt: refused }, ofAccount, storage);
    expect(first.visited).toEqual([{ how: 'replace', url: CHECKOUT_URL }]);
    expect(first.state()).toEqual({ kind: 'leaving' });
    first.flow.dispose();
    const again = await open({ cartCompletionAttempt: refused }, checkoutData(), storage);
    expect(again.visited).toEqual([]);
    expect(again.state()).toMatchObject({ submission: { kind: 'declined' } });
    again.flow.dispose();
    const stubborn = await open({ cartCompletionAttempt: refused }, ofAccount, storage);
    expect(stubborn.visited).toEqual([]);
    expect(stubborn.state()).toMatchObject({ submission: byAccount });
  });

  const challenge = {
    kind: 'action_required',
    redirectUrl: 'https://bank.example/challenge',
  };

  it('goes to a challenge that waits for a shopper who has come from elsewhere', async () => {
    const { visited } = await open({ cartCompletionAttempt: () => challenge }, live);
    expect(visited).toEqual([{ how: 'replace', url: 'https://bank.example/challenge' }]);
  });

  it('asks a shopper who comes back from the challenge, and notices when it is done elsewhere', async () => {
    const storage = memory();
    await open({ cartCompletionAttempt: () => challenge }, live, storage);
    const seen: unknown[] = [];
    const api = fakeApi({
      ...WELL,
      cartCompletionAttempt: (_variables, times) => {
        seen.push(around.state());
        return times < 3 ? challenge : { kind: 'success', orderUrl: CONFIRMATION_URL };
      },
    });
    const around = page(api, live, storage);
    await new CheckoutFlow(around.environment).open();
    expect(seen.at(-1)).toEqual({
      kind: 'challenge',
      url: 'https://bank.example/challenge',
      givingUp: 'elsewhere',
    });
    expect(around.visited).toEqual([{ how: 'replace', url: CONFIRMATION_URL }]);
  });
});

describe('giving a challenge up', () => {
  const challenge = { kind: 'action_required', redirectUrl: 'https://bank.example/challenge' };
  const expired = { kind: 'failed', errors: [{ code: 'PAYMENT_TRANSIENT_ERROR', message: null }] };
  const OWN = 'A0000000000001-own';

  /** A buyer who has come back from the bank; `press` is called when the page first waits. */
  async function back(handlers: Handlers, press: (flow: CheckoutFlow) => void, attempt = OWN) {
    const storage = memory();
    storage.setItem('zkratka.attempt.ZTEST', JSON.stringify({ token: 't', attemptId: attempt }));
    const api = fakeApi({ ...WELL, ...handlers });
    const around = page(api, checkoutData({ attempt: { id: attempt, fromAccount: false } }), storage);
    const { wait } = around.environment;
    const flow = new CheckoutFlow({
      ...around.environment,
      wait: (milliseconds, signal) => {
        press(flow);
        return wait(milliseconds, signal);
      },
    });
    await flow.open();
    return { ...around, api, flow, storage };
  }

  it('asks the server once, and opens the form with the reason', async () => {
    const seen: unknown[] = [];
    const { state, api, storage } = await back(
      {
        cartCompletionAttempt: (_variables, times) => (times < 2 ? challenge : expired),
        cartCompletionAttemptGiveUp: ({ attemptId }) => {
          seen.push(attemptId);
          return {};
        },
      },
      (flow) => {
        flow.giveUp();
        // A second press changes nothing.
        flow.giveUp();
      },
    );
    expect(seen).toEqual([OWN]);
    expect(api.calls.map(({ name }) => name)).toEqual([
      'cartCompletionAttempt',
      'cartCompletionAttemptGiveUp',
      'cartCompletionAttempt',
      'cart',
    ]);
    expect(state()).toMatchObject({
      kind: 'editing',
      submission: {
        kind: 'declined',
        message: expect.stringMatching(/^Platba nebyla dokončena a nic vám nebylo strženo/u) as unknown,
      },
    });
    expect(storage.entries.has('zkratka.attempt.ZTEST')).toBe(false);
  });

  it('opens the order if the bank has said yes meanwhile', async () => {
    const { visited } = await back(
      {
        cartCompletionAttempt: (_variables, times) =>
          times < 2 ? challenge : { kind: 'success', orderUrl: CONFIRMATION_URL },
        cartCompletionAttemptGiveUp: () => ({}),
      },
      (flow) => {
        flow.giveUp();
      },
    );
    expect(visited).toEqual([{ how: 'replace', url: CONFIRMATION_URL }]);
  });

  it('says that it cancels the payment until that is done, whatever the polls say', async () => {
    const seen: unknown[] = [];
    const answers = [challenge, challenge, { kind: 'processing', pollDelay: 500 }, expired];
    await back(
      {
        cartCompletionAttempt: (_variables, times) => answers[times - 1],
        cartCompletionAttemptGiveUp: () => ({}),
      },
      (flow) => {
        flow.giveUp();
        seen.push(flow.state());
      },
    );
    const running = { kind: 'challenge', givingUp: 'running' };
    expect(seen).toEqual([
      expect.objectContaining({ givingUp: 'pressed' }),
      expect.objectContaining(running),
      expect.objectContaining(running),
    ]);
  });

  it.each(['network', 'busy', 'server'] as const)(
    'says that the request has failed (%s), and can be pressed again',
    async (kind) => {
      const seen: unknown[] = [];
      const { state, api } = await back(
        {
          cartCompletionAttempt: (_variables, times) => {
            if (times === 2) throw apiFailure('network', 'x');
            return times < 4 ? challenge : expired;
          },
          cartCompletionAttemptGiveUp: (_variables, times) => {
            if (times === 1) throw apiFailure(kind, 'x');
            return {};
          },
        },
        (flow) => {
          seen.push(flow.state());
          flow.giveUp();
        },
      );
      expect(seen).toMatchObject([{ givingUp: 'possible' }, { givingUp: kind }, { givingUp: 'pressed' }]);
      expect(api.calls.filter(({ name }) => name === 'cartCompletionAttemptGiveUp')).toHaveLength(2);
      expect(state().kind).toBe('editing');
    },
  );

  it('is not offered to a tab that did not submit the cart', async () => {
    const seen: unknown[] = [];
    await back(
      { cartCompletionAttempt: (_variables, times) => (times < 2 ? challenge : expired) },
      (flow) => seen.push(flow.state()),
      'W0000000000001-any',
    );
    expect(seen).toMatchObject([{ kind: 'challenge', givingUp: 'elsewhere' }]);
  });
});
