import { bundleAdyen, compress } from './adyen/bundle.mjs';
import { visit } from './browser.mjs';
import { seenIn } from './observer.mjs';
import { withProcessorTime } from './processor.mjs';
import { openProxy } from './proxy.mjs';
import { openShop } from './shop.mjs';
import { blocked, durations, seenMember, toCart } from './storefront.mjs';
import { isVendors, kilobytes } from './traffic.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ scripts: string, drawn: (page: Page) => Promise<unknown> }} Variant the scripts that replace the embed's, and a function that waits for their buttons */

/** Matches the URL of the embed's script in a page. */
const ENTRY = '<script type="module" src="/accelerated-checkout.js"></script>';

const ADYEN =
  '<link rel="stylesheet" href="/bench/adyen.css"><script type="module" src="/bench/adyen.js"></script>';

/** Waits for the buttons. Apple Pay's does not appear: Adyen refuses pages that were not fetched by HTTPS. @param {Page} page */
const adyenMounted = async (page) => {
  const handle = await page.waitForFunction(
    () => /** @type {{ benchMounted?: Record<string, string> }} */ (globalThis).benchMounted,
    undefined,
    { polling: 100 },
  );
  const { googlepay, paypal } = (await handle.jsonValue()) ?? {};
  if (googlepay !== 'mounted' || paypal !== 'mounted')
    throw new Error(`Adyen did not mount its buttons: ${googlepay}, ${paypal}`);
};

/** @type {Readonly<Record<string, Variant>>} */
export const EXPRESS = {
  'page alone': { scripts: '', drawn: async () => undefined },
  'with Zkratka': { scripts: ENTRY, drawn: (page) => seenMember(page, 'button') },
  'with Adyen Web': { scripts: ADYEN, drawn: adyenMounted },
};

/** The part of PayPal's script that Adyen uses. Its buttons draw nothing. */
const PAYPAL_STUB = `paypal = {
  Buttons: () => ({ isEligible: () => true, render: () => Promise.resolve(), close: () => Promise.resolve() }),
  FUNDING: { PAYPAL: 'paypal', CREDIT: 'credit', PAYLATER: 'paylater', VENMO: 'venmo' },
};`;

/** The replacements of the vendors' scripts, by host; the proxy serves them. */
const VENDORS = new Map([
  ['pay.google.com', '/sandbox/google-pay/pay.js'],
  ['applepay.cdn-apple.com', '/sandbox/apple-pay/apple-pay-sdk.js'],
  ['www.paypal.com', '/sandbox/stub/paypal.js'],
]);

/**
 * Answers a page's requests to other hosts. The proxy serves vendors' scripts over the slow network. Requests to Adyen's
 * servers get an empty answer at once.
 * @param {Page} page @param {string} origin
 */
const answerForOthers = (page, origin) =>
  page.route(
    ({ hostname }) => hostname !== 'localhost',
    async (route) => {
      const script = VENDORS.get(new URL(route.request().url()).hostname);
      const anywhere = { 'access-control-allow-origin': '*' };
      await (script === undefined
        ? route.fulfill({ headers: anywhere, json: {} })
        : route.fulfill({ status: 302, headers: { ...anywhere, location: `${origin}${script}` } }));
    },
  );

/**
 * Starts the shop with all wallets behind a proxy that replaces the embed's scripts.
 * @template Result
 * @param {string} program @param {(origin: string) => Promise<Result>} run
 */
export async function withExpressPages(program, run) {
  const stub = { type: 'text/javascript', body: await compress(Buffer.from(PAYPAL_STUB)) };
  const files = new Map([...(await bundleAdyen()), ['/sandbox/stub/paypal.js', stub]]);
  let upstream = '';
  const proxy = await openProxy({
    files,
    upstream: () => upstream,
    rewrite: (html, url) => {
      if (!html.includes(ENTRY)) throw new Error('The page does not load the embed’s script');
      return html.replace(ENTRY, EXPRESS[url.searchParams.get('bench') ?? '']?.scripts ?? '');
    },
  });
  try {
    const shop = await openShop(program, ['google_pay', 'apple_pay', 'paypal'], proxy.origin);
    upstream = shop.address;
    try {
      return await run(proxy.origin);
    } finally {
      await shop.close();
    }
  } finally {
    proxy.close();
  }
}

/**
 * Loads the cart page with one of the variants.
 * @param {import('@playwright/test').Browser} browser @param {string} origin @param {string} name
 * @returns {Promise<import('./figures.mjs').Figures>}
 */
export const measureExpress = (browser, origin, name) =>
  visit(browser, async ({ page, traffic, slowDown }) => {
    await toCart(page, origin);
    await page.goto('about:blank');
    await answerForOthers(page, origin);
    await slowDown();
    const { result: drawnAt, tasks } = await withProcessorTime(browser, page, async () => {
      await page.goto(`${origin}/cart?bench=${encodeURIComponent(name)}`);
      await EXPRESS[name]?.drawn(page);
      const at = await page.evaluate(() => performance.now());
      await traffic.quiet();
      return at;
    });
    const { longTasks } = await seenIn(page);
    const own = traffic.transfers().filter((transfer) => !isVendors(transfer));
    return {
      'buttons drawn, ms': drawnAt,
      'blocked, ms of the processor': blocked(tasks),
      'blocked, ms on the clock': blocked(durations(longTasks)),
      'all tasks, ms of the processor': tasks.reduce((sum, task) => sum + task, 0),
      'KB, vendors’ scripts left out': kilobytes(own),
      'KB of scripts, vendors’ left out': kilobytes(own.filter(({ isScript }) => isScript)),
    };
  });
