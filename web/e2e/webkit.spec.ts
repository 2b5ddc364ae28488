import { assertBooks } from './support/books.js';
import { goods } from './support/goods.js';
import { availability } from './support/stock.js';
import { expect, test } from './support/test.js';
import { missingForWebKit, WebKit } from './support/webkit.js';

test.use({ shopOptions: { googlePay: false, applePay: true } });

/**
 * Records whether sessions are created during the dispatch of a click: from its first listener to its last, including
 * promises settled by then. Code that waits for a script, an answer or a timer runs later.
 */
const WATCH = `
  window.noted = { clicks: 0, made: [], begun: [] };
  let during = false;
  addEventListener('click', (event) => {
    if (!event.isTrusted) return;
    window.noted.clicks += 1;
    during = true;
  }, true);
  addEventListener('click', () => { during = false; });
  const { begin } = ApplePaySession.prototype;
  ApplePaySession.prototype.begin = function () {
    window.noted.begun.push(during);
    begin.call(this);
  };
  window.ApplePaySession = new Proxy(ApplePaySession, {
    construct(target, given, self) {
      window.noted.made.push(during);
      return Reflect.construct(target, given, self);
    },
  });`;

const TOTAL = `
  const all = (root) => [...root.querySelectorAll('*')].flatMap((each) =>
    [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
  return all(document).find((each) => each.matches('dialog .total dd'))?.textContent ?? null;`;

test('[4.10] [B.03] in WebKitGTK the sheet opens in the click’s own task, and pays', async ({ shop }) => {
  test.skip(missingForWebKit.length > 0, `not installed: ${missingForWebKit.join(', ')}`);
  const before = await availability(shop, goods.plain);
  const browser = await WebKit.open();
  try {
    await browser.goto(`${shop.origin}/products/${goods.plain.handle}`);
    const button = await browser.button(/Apple Pay/);
    await browser.run(WATCH);
    await browser.click(button);
    const pay = await browser.button(/^Zaplatit$/);
    expect(await browser.run('return window.noted')).toEqual({ clicks: 1, made: [true], begun: [true] });
    const total = (await browser.run<string>(TOTAL)).replace(/[^\d,]/g, '').replace(',', '.');
    await browser.click(pay);
    await expect.poll(() => browser.url(), { timeout: 60_000 }).toContain('/confirmation');
    await assertBooks(shop, goods.plain, before, { orders: 1, charged: 1, sold: 1 });
    expect(shop.orders()[0]?.total).toBe(total);
  } finally {
    await browser.close();
  }
});
