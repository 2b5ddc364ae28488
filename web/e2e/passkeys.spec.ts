import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { Authenticator } from './support/authenticator.js';
import { PARSED } from './support/buyer.js';
import { expect, test } from './support/test.js';
import { endSession, signInByCode, stateOf, WITH_WALLET } from './support/wallet-account.js';

test.use({ shopOptions: WITH_WALLET });

/** The checkout's own module, for pages that do not load it. */
interface Module {
  readonly signIn: (options: { signal: AbortSignal; conditional: boolean }) => Promise<void>;
  readonly create: (options: { signal: AbortSignal }) => Promise<{ label: string }>;
}
declare const passkeys: Module;

let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const input = fileURLToPath(new URL('../checkout/src/account/passkeys.ts', import.meta.url));
  const build = await rolldown({ input, platform: 'browser' });
  const { output } = await build.generate({ format: 'iife', name: 'passkeys' });
  return output[0].code;
}

/** Opens a page of the wallet with the module. */
async function open(page: Page, origin = ''): Promise<void> {
  bundled ??= bundle();
  await page.goto(`${origin}/account`, PARSED);
  await page.evaluate(await bundled);
}

/** Signs in by passkey. Returns "done", or why not. */
const signIn = (page: Page, conditional = false): Promise<string> =>
  page.evaluate(async (waits) => {
    try {
      await passkeys.signIn({ signal: AbortSignal.timeout(60_000), conditional: waits });
      return 'done';
    } catch (error) {
      return String((error as { fault?: unknown }).fault ?? error);
    }
  }, conditional);

/** Creates a passkey. Returns its label, or why there is none. */
const create = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    try {
      return (await passkeys.create({ signal: AbortSignal.timeout(60_000) })).label;
    } catch (error) {
      return String((error as { fault?: unknown }).fault ?? error);
    }
  });

/** Signs in by code and creates a passkey. The browser stays signed in. */
async function prepared(page: Page, origin = ''): Promise<Authenticator> {
  await signInByCode(page, origin);
  await open(page, origin);
  const authenticator = await Authenticator.plugIn(page);
  expect(await create(page)).toBe('Chrome, Windows');
  expect(await authenticator.credentials()).toHaveLength(1);
  return authenticator;
}

/** The last request to a path, which the test then sends again or elsewhere. */
function remember(page: Page, path: string): () => string {
  let body = '';
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) body = request.postData() ?? '';
  });
  return () => body;
}

/** Posts JSON from the open page. Returns status and body. */
const post = (page: Page, path: string, body: string): Promise<{ status: number; text: string }> =>
  page.evaluate(
    async ([to, content]) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(to, { method: 'POST', headers, body: content });
      return { status: answer.status, text: await answer.text() };
    },
    [path, body] as const,
  );

/** What the browser may be asked for by hand. */
interface Wish {
  readonly challenge: string;
  readonly rpId: string;
  /** A passkey's id, in base64: the authenticator then need not verify its user. */
  readonly id?: string;
}

/** Has the browser sign a challenge, without the module. Returns the body for the server. */
const assertionOf = (page: Page, wish: Wish): Promise<string> =>
  page.evaluate(async ({ challenge, rpId, id }) => {
    const bytes = (value: string) =>
      Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
        letter.charCodeAt(0),
      );
    const encode = (value: ArrayBuffer | null) =>
      btoa(String.fromCharCode(...new Uint8Array(value ?? new ArrayBuffer(0))))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    const made = (await navigator.credentials.get({
      publicKey: {
        challenge: bytes(challenge),
        rpId,
        ...(id !== undefined && {
          userVerification: 'discouraged',
          allowCredentials: [{ type: 'public-key', id: bytes(id) }],
        }),
      },
    })) as PublicKeyCredential;
    const response = made.response as AuthenticatorAssertionResponse;
    return JSON.stringify({
      id: encode(made.rawId),
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      userHandle: encode(response.userHandle),
    });
  }, wish);

/** Begins a sign-in without the module. */
async function challenged(page: Page): Promise<Pick<Wish, 'challenge' | 'rpId'>> {
  const options = await post(page, '/account/passkey/options', '{"for":"sign-in"}');
  return JSON.parse(options.text) as Pick<Wish, 'challenge' | 'rpId'>;
}

test('[B.02] a passkey signs in, by a press and picked in a field, and its owner is told of it', async ({
  page,
}) => {
  await prepared(page);
  for (const conditional of [false, true]) {
    await endSession(page);
    expect(await signIn(page, conditional)).toBe('done');
    expect(await stateOf(page)).toBe('signed_in');
  }
  // The same authenticator is not asked twice.
  expect(await create(page)).toBe('known');
  await expect
    .poll(async () => (await page.request.get('/sandbox/mail')).text())
    .toMatch(/přístupov(?:ý|ého|ém) klíč/i);
});

test('[B.02] an authenticator that does not verify its user signs in, and makes no other passkey', async ({
  page,
}) => {
  const authenticator = await prepared(page);
  const [kept] = await authenticator.credentials();
  await authenticator.verifyUser(false);
  await endSession(page);
  const answer = await assertionOf(page, { ...(await challenged(page)), id: kept?.credentialId ?? '' });
  expect((await post(page, '/account/passkey/sign-in', answer)).status).toBe(200);
  expect(await stateOf(page)).toBe('signed_in');
  expect(await create(page)).toBe('NOT_ALLOWED');
  await authenticator.verifyUser(true);
  expect(await signIn(page)).toBe('done');
  expect(await create(page)).toBe('known');
});

test('[B.02] a passkey that is gone is not used, and one that the shop does not know leaves the authenticator', async ({
  page,
}) => {
  const authenticator = await prepared(page);
  const [kept] = await authenticator.credentials();
  if (kept === undefined) throw new Error('no passkey');
  await endSession(page);
  await authenticator.clear();
  expect(await signIn(page)).toBe('unused');
  // The same key under another id.
  const credentialId = Buffer.from('a passkey of nobody').toString('base64');
  await authenticator.add({ ...kept, credentialId });
  expect(await signIn(page)).toBe('PASSKEY_REFUSED');
  expect(await stateOf(page)).toBe('recognised');
  await expect.poll(() => authenticator.credentials()).toEqual([]);
});

test('[B.02] an answer counts once, for the browser and the account that asked', async ({
  page,
  browser,
  shop,
}) => {
  const authenticator = await prepared(page);
  const sent = remember(page, '/account/passkey/sign-in');
  await endSession(page);
  expect(await signIn(page)).toBe('done');
  await endSession(page);
  const again = await post(page, '/account/passkey/sign-in', sent());
  expect(again.status).toBe(403);
  expect(again.text).toContain('PASSKEY_REFUSED');
  expect(await stateOf(page)).toBe('recognised');

  // Signed here, sent by another browser with a ceremony of its own.
  await page.route('**/account/passkey/sign-in', (route) => route.abort());
  expect(await signIn(page)).toBe('network');
  const other = await browser.newContext({ baseURL: shop.origin });
  const stranger = await other.newPage();
  await open(stranger);
  expect((await post(stranger, '/account/passkey/sign-in', sent())).status).toBe(403);
  expect((await post(stranger, '/account/passkey/options', '{"for":"sign-in"}')).status).toBe(200);
  expect((await post(stranger, '/account/passkey/sign-in', sent())).status).toBe(403);
  expect(await stateOf(stranger)).toBe('unknown');
  await page.unroute('**/account/passkey/sign-in');

  // An authenticator that names another account.
  const [kept] = await authenticator.credentials();
  if (kept === undefined) throw new Error('no passkey');
  await authenticator.clear();
  await authenticator.add({ ...kept, userHandle: Buffer.alloc(32, 1).toString('base64') });
  expect(await signIn(page)).toBe('PASSKEY_REFUSED');
  // A copy whose counter stands still.
  await authenticator.clear();
  await authenticator.add({ ...kept, signCount: 0 });
  expect(await signIn(page)).toBe('PASSKEY_REFUSED');
  await authenticator.clear();
  await authenticator.add({ ...kept, signCount: kept.signCount + 1 });
  expect(await signIn(page)).toBe('done');
  await other.close();
});

test.describe('below a host of its own', () => {
  test.use({
    shopOptions: { ...WITH_WALLET, hosts: { shop: 'obchod.localhost', wallet: 'obchod.localhost' } },
  });

  test('[B.02] a page of another origin gets no answer that signs in', async ({ page, shop }) => {
    const { port } = new URL(shop.origin);
    const own = `http://obchod.localhost:${port}`;
    // The account's own page would sign in by the passkey as soon as it opens.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await prepared(page, own);
    await endSession(page);
    const wish = await challenged(page);
    expect(wish.rpId).toBe('obchod.localhost');
    // A subdomain may ask for passkeys of its parent, so the server compares origins.
    await page.goto(`http://zly.obchod.localhost:${port}/account`, PARSED);
    const answer = await assertionOf(page, wish);
    // Neither the other page nor the wallet's own gets in by it.
    expect((await post(page, '/account/passkey/sign-in', answer)).status).toBe(403);
    await open(page, own);
    const refused = await post(page, '/account/passkey/sign-in', answer);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('PASSKEY_REFUSED')]);
    expect(await stateOf(page)).toBe('recognised');
  });
});
