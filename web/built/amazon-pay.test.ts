import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { amazonPayParams, amazonPaySettings, fakeAmazon, SIGNED } from '../embed/test/amazon-pay.ts';
import { answer, CHECKOUT_URL } from '../embed/test/api.ts';
import { one } from '../embed/test/form.ts';
import { ATTRIBUTES, host, showProduct, tag } from '../embed/test/product.ts';
import { eventually } from '../testing/eventually.ts';
import { loadChunk } from './test/chunks.ts';
import { shownDialog, watch, type PageEvent } from './test/page.ts';
import { ScriptedServer } from './test/server.ts';
import { pass, restartTime, stopTime, until } from './test/time.ts';

const CONFIG = '/wallets/config/amazon_pay';

let server: ScriptedServer;
let left: string[];
/** The bodies that the settings were asked for with. */
let asked: unknown[];

/** The shop's server, which has this answer for the settings. */
function shop(settings: unknown, status = 200): void {
  server = new ScriptedServer();
  const api = globalThis.fetch;
  asked = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.endsWith(CONFIG)) return api(url, init);
    asked.push(JSON.parse(init.body as string));
    return Promise.resolve(answer(settings, { status }));
  });
}

/** Presses Amazon Pay on a product's page, which the entry has drawn by itself. */
async function press(params: object = {}): Promise<readonly PageEvent[]> {
  const config = JSON.stringify({ name: 'amazon_pay', wallet_params: amazonPayParams({ ...params }) });
  await showProduct(tag(`${ATTRIBUTES} recommended='${config}'`, ''));
  await eventually(() => {
    one('pay-wallet-button:not([disabled])');
  });
  stopTime();
  const told = watch(host());
  one('pay-wallet-button').click();
  return told;
}

const names = (told: readonly PageEvent[]): readonly string[] => told.map(({ name }) => name);

beforeEach(async () => {
  await loadChunk('entry');
  const chunk = await loadChunk('press');
  chunk.forgetRedirect();
  left = [];
  // jsdom cannot leave a page.
  chunk.leave.to = (url) => left.push(url);
  // A vendor's script loads at once.
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) node.onload?.(new Event('load'));
    else append(node);
  });
});
afterEach(async () => {
  // A purchase holds the page's lock until the page is gone.
  window.dispatchEvent(new Event('pagehide'));
  await pass(0);
  restartTime();
});

describe('Amazon Pay, with its own adapter', () => {
  it('[1.03] [4.21] goes from the button to Amazon’s pages by way of the cart and the server’s settings', async () => {
    const { initCheckout } = fakeAmazon();
    shop(amazonPaySettings());
    const told = await press();
    await until(() => initCheckout.mock.calls.length > 0);
    expect(server.names()).toEqual(['cartCreate']);
    expect(asked).toEqual([
      {
        checkout_url: CHECKOUT_URL,
        checkout_cancel_url: location.href,
        cart_id: expect.stringMatching(/^gid:\/\/shopify\/Cart\//) as unknown,
      },
    ]);
    expect(initCheckout.mock.calls).toEqual([
      [expect.objectContaining({ createCheckoutSessionConfig: SIGNED, placement: 'Product' })],
    ]);
    expect(names(told)).toEqual(['start']);
    expect(one('pay-wallet-button').hasAttribute('disabled')).toBe(true);
    // The browser is on its way to Amazon, so the shop's checkout must not be loaded as well.
    await pass(120_000);
    expect(left).toEqual([]);
    expect(shownDialog()).toBeNull();
    expect(one('pay-wallet-button').hasAttribute('disabled')).toBe(false);
  });

  it('[8.02] shows the eligibility dialog for a cart without goods that it sells', async () => {
    const { initCheckout } = fakeAmazon();
    shop({ error: 'empty_line_items' });
    const told = await press();
    await until(() => shownDialog() !== null);
    expect(shownDialog()).toEqual({
      title: 'Peněženka Amazon Pay není k dispozici',
      text: 'Položky splňující podmínky pro Amazon Pay už váš košík neobsahuje.',
    });
    expect(told.at(-1)).toMatchObject({ name: 'error', detail: { reason: 'nothing_eligible' } });
    expect(initCheckout).not.toHaveBeenCalled();
    expect(one('pay-wallet-button').hasAttribute('disabled')).toBe(false);
  });

  it('[6.02] shows the wallet’s dialog where the server does not take the token', async () => {
    fakeAmazon();
    shop({ error: 'missing_token' }, 401);
    const told = await press();
    await until(() => shownDialog() !== null);
    expect(shownDialog()?.text).toMatch(/^Došlo k problému s peněženkou Amazon Pay\./);
    expect(names(told)).toEqual(['start', 'error']);
  });

  it('[4.21] a busy server leads to the shop’s own checkout', async () => {
    fakeAmazon();
    shop({ error: 'busy' }, 429);
    const told = await press();
    await until(() => left.length > 0);
    expect(left).toEqual([`${CHECKOUT_URL}&storefront_wallet=true`]);
    expect(told.at(-1)).toMatchObject({ detail: { decelerationReason: 'cart_throttled' } });
  });
});
