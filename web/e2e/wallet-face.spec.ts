import type { Frame, Page } from '@playwright/test';
import { openProduct, PARSED, putInCart } from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';
import { buyAndSave, endSession, WITH_WALLET } from './support/wallet-account.js';

test.use({ shopOptions: WITH_WALLET });

const AUTHORIZE = '/services/login_with_shop/authorize';
/** The digits of the saved card. */
const DIGITS = '1111';
const MATCHED = { type: 'shop_user_matched', userCookieExists: true };

const button = (page: Page) => page.locator('pay-wallet-button').getByRole('button', { name: 'Sojka' });
const arrived = (page: Page) => expect(button(page)).toHaveAttribute('data-face', 'animation-complete');

/** The frame of the face. */
function faceOf(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().includes(AUTHORIZE));
  if (frame === undefined) throw new Error('no face');
  return frame;
}

/** What a page's script learns from a frame that it makes. */
interface Learnt {
  readonly messages: readonly unknown[];
  readonly document: string;
  readonly sizes: readonly number[];
}

/** A script of the page frames the address, listens, and looks into the frame. */
const frameIt = (page: Page, url: string): Promise<Learnt> =>
  page.evaluate(async (address) => {
    const messages: unknown[] = [];
    const frame = document.createElement('iframe');
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.contentWindow) messages.push(data);
    };
    addEventListener('message', hear);
    frame.src = address;
    const loaded = new Promise((done) => {
      frame.addEventListener('load', done, { once: true });
    });
    document.body.append(frame);
    await loaded;
    // What the frame posted while it loaded has been queued before this.
    const { port1, port2 } = new MessageChannel();
    const queued = new Promise((done) => {
      port1.onmessage = done;
    });
    port2.postMessage(null);
    await queued;
    let seen = 'nothing';
    try {
      seen = frame.contentDocument?.body.innerHTML ?? frame.contentWindow?.document.body.innerHTML ?? seen;
    } catch (error) {
      seen = error instanceof DOMException ? error.name : 'nothing';
    }
    const entries = performance.getEntriesByName(new URL(address, location.href).href);
    const sizes = entries.flatMap((entry) => {
      const { decodedBodySize, encodedBodySize, transferSize } = entry as PerformanceResourceTiming;
      return [decodedBodySize, encodedBodySize, transferSize];
    });
    frame.remove();
    removeEventListener('message', hear);
    return { messages, document: seen, sizes };
  }, url);

test('[2.14] [4.27] [7.16] a recognised buyer’s button shows the card, a stranger’s does not', async ({
  page,
  browser,
  shop,
}) => {
  await buyAndSave(page);
  await openProduct(page, goods.plain.handle);
  await arrived(page);
  await expect(faceOf(page).getByText(`•• ${DIGITS}`)).toBeVisible();
  // Being recognised needs no session.
  await endSession(page);
  await putInCart(page);
  await arrived(page);
  await expect(faceOf(page).getByText(`•• ${DIGITS}`)).toBeVisible();

  const context = await browser.newContext({ baseURL: shop.origin });
  const stranger = await context.newPage();
  const asked = stranger.waitForResponse((response) => response.url().includes(AUTHORIZE));
  await openProduct(stranger, goods.plain.handle);
  expect((await asked).status()).toBe(200);
  await expect(stranger.locator('wallet-face iframe')).toHaveCount(0);
  await expect(button(stranger)).not.toHaveAttribute('data-face');
  await context.close();

  await openProduct(page, goods.plain.handle);
  await arrived(page);
  await button(page).click();
  await page.waitForURL(/payment=shop_pay&redirect_source=direct_checkout_product/, PARSED);
  await page.goto('/cart', PARSED);
  await arrived(page);
  await button(page).click();
  await page.waitForURL(/payment=shop_pay&redirect_source=direct_checkout_cart/, PARSED);
});

test('[7.16] scripts of a page learn whether the buyer is recognised, and nothing else', async ({
  page,
  browser,
  shop,
}) => {
  await buyAndSave(page);
  await openProduct(page, goods.plain.handle);
  await arrived(page);
  const context = await browser.newContext({ baseURL: shop.origin });
  const stranger = await context.newPage();
  await openProduct(stranger, goods.plain.handle);
  const url = `${AUTHORIZE}?target_origin=${shop.origin}&flow=default`;

  const known = await frameIt(page, url);
  expect(known.messages).toEqual([MATCHED]);
  expect(known.document).toMatch(/^(?:nothing|SecurityError)$/);
  const unknown = await frameIt(stranger, url);
  expect(unknown.messages).toEqual([{ type: 'loaded', userFound: false }]);
  expect(unknown.sizes).toEqual(known.sizes);

  const fetched = (of: Page) =>
    of.evaluate(async (address) => {
      const read = async (init: RequestInit) => {
        const answer = await fetch(address, { credentials: 'include', cache: 'no-store', ...init });
        return answer.text();
      };
      return [await read({}), await read({ mode: 'same-origin' }), await read({ mode: 'no-cors' })];
    }, url);
  expect(await fetched(page)).toEqual(await fetched(stranger));
  expect((await fetched(page)).join('')).not.toContain(DIGITS);

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((address) => {
      window.open(address);
    }, url),
  ]);
  await popup.waitForLoadState();
  expect(await popup.content()).not.toContain(DIGITS);
  await popup.close();
  await context.close();
});

test('[7.16] pages that the shop does not know learn nothing, whatever they say', async ({ page, shop }) => {
  await buyAndSave(page);
  await openProduct(page, goods.plain.handle);
  const own = `target_origin=${shop.origin}`;
  for (const forged of [
    'target_origin=https://jinde.example',
    'target_origin=null',
    'target_origin=*',
    `${own}.jinde.example`,
    `target_origin=https://jinde.example&${own}`,
    'flow=default',
  ])
    expect([forged, (await frameIt(page, `${AUTHORIZE}?${forged}`)).messages]).toEqual([forged, []]);
  expect((await frameIt(page, `${AUTHORIZE}?${own}`)).messages).toEqual([MATCHED]);

  // The machine's other name is another site.
  const { port } = new URL(shop.origin);
  await page.goto(`http://127.0.0.1:${port}/products/${goods.plain.handle}`, PARSED);
  const framed = await frameIt(page, `${shop.origin}${AUTHORIZE}?${own}`);
  expect(framed.messages).toEqual([]);
  const asItself = `${shop.origin}${AUTHORIZE}?target_origin=http://127.0.0.1:${port}`;
  expect((await frameIt(page, asItself)).messages).toEqual([]);
});

test('[2.26] [4.27] [B.01] the face moves nothing, rests where motion is unwanted, and is seen in forced colours', async ({
  page,
}) => {
  await buyAndSave(page);
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        moved.push(...entry.sources.map(({ node }) => node?.nodeName ?? 'gone'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const media of [
    {},
    { reducedMotion: 'reduce' },
    { colorScheme: 'dark', reducedMotion: 'no-preference' },
    { forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(media);
    await openProduct(page, goods.plain.handle);
    await expect(button(page)).toBeVisible();
    const before = await button(page).boundingBox();
    await arrived(page);
    expect(await button(page).boundingBox()).toEqual(before);
    const words = await button(page).evaluate((element) => getComputedStyle(element).color);
    expect(await faceOf(page).evaluate(() => getComputedStyle(document.body).color)).toBe(words);
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  }
});
