import { visit } from './browser.mjs';
import { seenIn } from './observer.mjs';
import { withProcessorTime } from './processor.mjs';
import { isVendors, kilobytes } from './traffic.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {Record<string, number>} Figures by name; the name states the unit */

/** A demo product with one variant and plenty in stock. */
const PRODUCT = '/products/smaltovany-hrnek';

/** How long to observe a press after the sheet is ready. */
const AFTERMATH_MS = 1_500;

/** A longer task counts as blocking. */
const LONG_MS = 50;

/** @param {Page} page @param {string} origin */
export async function toCart(page, origin) {
  await page.goto(`${origin}${PRODUCT}`);
  await page.getByRole('button', { name: 'Přidat do košíku' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Zobrazit košík' }).click();
  await page.waitForURL(/\/cart$/);
}

/** @param {Page} page @param {string} origin */
async function toCheckout(page, origin) {
  await toCart(page, origin);
  await page.getByRole('button', { name: /^Pokračovat/ }).click();
  await page.waitForURL(/\/checkout\//);
}

/**
 * The pages with a wallet's button, and how a buyer gets there.
 * @type {Record<string, (page: Page, origin: string) => Promise<void>>}
 */
const WAYS = {
  product: async (page, origin) => {
    await page.goto(`${origin}${PRODUCT}`);
  },
  cart: toCart,
  checkout: toCheckout,
};

export const PAGES = Object.keys(WAYS);

/** The blocking time: how much tasks exceed the limit, added up. @param {readonly number[]} durations in milliseconds */
export const blocked = (durations) =>
  durations.reduce((sum, duration) => sum + Math.max(0, duration - LONG_MS), 0);

/** @param {readonly { duration: number }[]} tasks */
export const durations = (tasks) => tasks.map(({ duration }) => duration);

/** @param {readonly import('./observer.mjs').Shift[]} shifts */
const shifted = (shifts) => shifts.reduce((sum, { value }) => sum + value, 0);

/** @param {readonly import('./observer.mjs').Press[]} presses */
function slowest(presses) {
  const [first = { duration: 0, delay: 0, processing: 0 }] = presses.toSorted(
    (one, other) => other.duration - one.duration || other.processing - one.processing,
  );
  return first;
}

/** Waits until the observer has recorded this member. @param {Page} page @param {'button' | 'field'} member */
export async function seenMember(page, member) {
  await page.waitForFunction(
    (name) => {
      const { benchSeen } = /** @type {{ benchSeen?: Record<string, unknown> }} */ (globalThis);
      return typeof benchSeen?.[name] === 'number';
    },
    member,
    { polling: 100 },
  );
}

/** @param {Page} page @param {import('@playwright/test').Locator} button */
async function pressAt(page, button) {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error('There is no button to press');
  const at = await page.evaluate(() => performance.timeOrigin + performance.now());
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  return at;
}

/** Presses the wallet's button, and waits until the sheet shows a price that the buyer can agree to. @param {Page} page */
async function pressWallet(page) {
  const at = await pressAt(page, page.locator('pay-wallet-button button').first());
  await page.locator('dialog .pay:not([aria-disabled="true"])').waitFor();
  await page.waitForTimeout(AFTERMATH_MS);
  return at;
}

/**
 * The cost of loading the page.
 * @param {import('./observer.mjs').Seen & { timeOrigin: number }} seen
 * @param {readonly number[]} tasks of its main thread, in milliseconds of processor time
 * @param {import('./traffic.mjs').Traffic} traffic
 * @returns {Figures}
 */
function loadFigures({ lcp, button, longTasks, timeOrigin }, tasks, traffic) {
  const untilButton = traffic.transfers(timeOrigin + (button ?? 0));
  const own = untilButton.filter((transfer) => !isVendors(transfer));
  return {
    'largest paint, ms': lcp,
    'button can be pressed, ms': button ?? Number.NaN,
    'blocked, ms of the processor': blocked(tasks),
    'blocked, ms on the clock': blocked(durations(longTasks)),
    'until the button, KB': kilobytes(own),
    'until the button, KB of scripts': kilobytes(own.filter(({ isScript }) => isScript)),
    'until the button, KB of the vendor’s': kilobytes(untilButton) - kilobytes(own),
    'until quiet, KB': kilobytes(traffic.transfers().filter((transfer) => !isVendors(transfer))),
  };
}

/**
 * Loads a page of the storefront on the emulated slow phone, and opens the wallet's sheet.
 * @param {Browser} browser @param {string} origin @param {string} name of the page
 * @returns {Promise<Figures>}
 */
export const measurePage = (browser, origin, name) =>
  visit(browser, async ({ page, traffic, slowDown }) => {
    const way = WAYS[name];
    if (way === undefined) throw new Error(`No page is called ${name}`);
    await way(page, origin);
    await page.waitForLoadState('load');
    const url = page.url();
    await page.goto('about:blank');
    await slowDown();
    const { tasks } = await withProcessorTime(browser, page, async () => {
      await page.goto(url);
      await seenMember(page, 'button');
      await traffic.quiet();
    });
    const loaded = await seenIn(page);
    const figures = loadFigures(loaded, tasks, traffic);
    const pressedAt = (await pressWallet(page)) - loaded.timeOrigin;
    const { shifts, presses } = await seenIn(page);
    const press = slowest(presses);
    return {
      ...figures,
      'shift at load': shifted(shifts.filter(({ at }) => at < pressedAt)),
      'shift with the sheet': shifted(shifts.filter(({ at }) => at >= pressedAt)),
      'press answered, ms': press.duration,
      'press: input delay, ms': press.delay,
      'press: processing, ms': press.processing,
    };
  });

/** Types into the checkout's first field. Fails if the page loses the text. @param {Page} page @param {() => Promise<void>} settled */
async function typeAndKeep(page, settled) {
  const field = page.locator('input[type="email"]').first();
  await field.focus();
  await page.keyboard.type('j');
  await settled();
  if (!(await field.inputValue()).startsWith('j')) throw new Error('The checkout lost what was typed');
}

/**
 * Goes from an idle product page to the checkout, without a wallet.
 * @param {Browser} browser @param {string} origin
 * @returns {Promise<Figures>}
 */
export const measureCheckoutFromProduct = (browser, origin) =>
  visit(browser, async ({ page, traffic, slowDown }) => {
    await slowDown();
    await page.goto(`${origin}${PRODUCT}`);
    await traffic.quiet();
    traffic.reset();
    const button = page.locator('accelerated-checkout button[formaction="/checkout/buy-it-now"]').first();
    const { result: pressedAt, tasks } = await withProcessorTime(browser, page, async () => {
      const at = await pressAt(page, button);
      await page.waitForURL(/\/checkout\//, { waitUntil: 'commit' });
      await seenMember(page, 'field');
      await typeAndKeep(page, () => traffic.quiet());
      return at;
    });
    const { field, timeOrigin, longTasks } = await seenIn(page);
    const all = traffic.transfers();
    return {
      'usable after the press, ms': timeOrigin + (field ?? Number.NaN) - pressedAt,
      'blocked, ms of the processor': blocked(tasks),
      'blocked, ms on the clock': blocked(durations(longTasks)),
      'until quiet, KB': kilobytes(all),
      'until quiet, KB of scripts': kilobytes(all.filter(({ isScript }) => isScript)),
    };
  });
