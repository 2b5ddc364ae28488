import { describe, expect, it } from 'vitest';
import { type AccountFailure, accountClient, isAccountFailure } from '../src/account/client.ts';
import { faultSentence } from '../src/texts/wallet.ts';
import { CHECKOUT_URL } from './support.ts';

/** A server that gives one answer, and remembers what it was asked. */
function server(answer: () => Response | Promise<Response>) {
  const asked: { path: string; init: RequestInit }[] = [];
  const send: typeof fetch = (path, init = {}) => {
    asked.push({ path: path instanceof Request ? path.url : path.toString(), init });
    return Promise.resolve(answer());
  };
  return { asked, client: accountClient(CHECKOUT_URL, send) };
}

const { signal } = new AbortController();
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

async function failure(work: Promise<unknown>): Promise<AccountFailure> {
  const reason: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!isAccountFailure(reason)) throw new Error('no failure');
  return reason;
}

const ADDRESS = {
  id: 'a1',
  line: 'Kounicova 12, 602 00 Brno',
  firstName: 'Jana',
  lastName: 'Nováková',
  address1: 'Kounicova 12',
  city: 'Brno',
  zip: '60200',
  country: 'CZ',
  phone: '+420777123456',
};

describe('the client of the shop wallet', () => {
  it('[B.02] asks for the account with the key of the cart, and for JSON', async () => {
    const account = {
      email: 'jana@example.cz',
      addresses: [ADDRESS],
      cards: [{ id: 'c1', network: 'visa', lastFour: '4242', expires: '2030-01' }],
      hasPasskey: true,
      more: 'is left out',
    };
    const { asked, client } = server(() => json(200, account));
    const known = await client.account(signal);
    expect(known.addresses[0]).toEqual({ ...ADDRESS, company: null, address2: null, province: null });
    expect(known.cards).toEqual(account.cards);
    const key = new URL(CHECKOUT_URL).searchParams.get('key') ?? '';
    expect(asked[0]?.path).toBe(`/checkout/ZTEST/account?key=${key}`);
    expect(asked[0]?.init).toMatchObject({
      headers: { Accept: 'application/json' },
      cache: 'no-store',
      credentials: 'same-origin',
    });
  });

  it('[3.13] pays with a chosen address and card, and takes nothing but token and billing address', async () => {
    const { asked, client } = server(() => json(200, { sessionToken: 't', billingAddress: ADDRESS, x: 1 }));
    const content = await client.pay(null, 'c1', signal);
    expect(Object.keys(content)).toEqual(['sessionToken', 'billingAddress']);
    expect(content.billingAddress).not.toHaveProperty('id');
    expect(asked[0]?.path).toMatch(/^\/checkout\/ZTEST\/account\/pay\?key=/u);
    expect(asked[0]?.init.body).toBe('{"address":null,"card":"c1"}');
  });

  it('[B.02] sends a code and its answer as forms do', async () => {
    const { asked, client } = server(() => json(200, {}));
    await client.sendCode('jana+a@example.cz', signal);
    await client.answerCode('123456', signal);
    await client.signOut(signal);
    const bodies = asked.map(({ path, init }) => `${path} ${String(init.body as URLSearchParams)}`);
    expect(bodies).toEqual([
      '/account/code email=jana%2Ba%40example.cz',
      '/account/code/answer code=123456',
      '/account/sign-out ',
    ]);
  });

  it('[B.02] asks whether somebody is signed in, and takes nothing but the state', async () => {
    const { asked, client } = server(() => json(200, { state: 'recognised', email: 'jana@example.cz' }));
    expect(await client.session(signal)).toEqual({ state: 'recognised' });
    expect(asked[0]?.path).toBe('/account/session');
  });

  it('[B.02] needs no body where the server has nothing to say', async () => {
    const { asked, client } = server(() => new Response(null, { status: 204 }));
    await client.save('session-of-the-card', signal);
    expect(asked[0]?.init.body).toBe('{"save":true,"session":"session-of-the-card"}');
  });

  it.each([
    [400, { error: { code: 'EMAIL_INVALID', message: '' } }, 'EMAIL_INVALID', /^Zkontrolujte e-mail/u],
    [400, { error: { code: 'CODE_WRONG', triesLeft: 4 } }, 'CODE_WRONG', /zbývají vám 4\u00a0pokusy\.$/u],
    [400, { error: { code: 'CODE_WRONG', triesLeft: 1 } }, 'CODE_WRONG', /zbývá vám 1\u00a0pokus\.$/u],
    [400, { error: { code: 'CODE_WRONG', triesLeft: 0 } }, 'CODE_WRONG', /^Tento kód už neplatí/u],
    [400, { error: { code: 'CODE_WRONG' } }, 'CODE_WRONG', /^Kód nesouhlasí\. Zkontrolujte ho prosím\.$/u],
    [410, { error: { code: 'CODE_EXPIRED' } }, 'CODE_EXPIRED', /^Tento kód už neplatí/u],
    [429, { error: { code: 'TOO_MANY', retryAfter: 61 } }, 'TOO_MANY', /za 2\u00a0minuty/u],
    [429, { error: { code: 'TOO_MANY' } }, 'TOO_MANY', /později/u],
    [403, { error: { code: 'NOT_ALLOWED' } }, 'NOT_ALLOWED', /Načtěte prosím stránku znovu/u],
    [403, { error: { code: 'CODE_NEEDED' } }, 'CODE_NEEDED', /kódem z\u00a0e-mailu/u],
    [403, { error: { code: 'PASSKEY_REFUSED' } }, 'PASSKEY_REFUSED', /klíč tu neplatí/u],
    [401, {}, 'signed_out', /^Přihlášení vypršelo/u],
    [404, {}, 'gone', /uloženou nemáme/u],
    [422, {}, 'gone', /uloženou nemáme/u],
    [409, {}, 'ordered', /v\u00a0jiném okně/u],
    [429, {}, 'busy', /vytížený/u],
    [503, {}, 'busy', /vytížený/u],
    [500, 'a page', 'server', /technickým problémům/u],
    [200, { email: 1 }, 'server', /technickým problémům/u],
  ])('[B.02] an answer %i %j is %s, in a Czech sentence', async (status, body, fault, said) => {
    const { client } = server(() => json(status, body));
    const known = await failure(client.account(signal));
    expect(known.fault).toBe(fault);
    expect(faultSentence(known)).toMatch(said);
  });

  it('[B.02] a lost network has its own sentence, and an abort is none', async () => {
    const lost = server(() => Promise.reject(new TypeError('Failed to fetch')));
    expect((await failure(lost.client.account(signal))).fault).toBe('network');
    const gone = AbortSignal.abort(new Error('left'));
    await expect(lost.client.account(gone)).rejects.toBeInstanceOf(TypeError);
  });
});
