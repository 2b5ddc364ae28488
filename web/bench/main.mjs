/**
 * Measures what pages load and execute on an emulated slow phone and network, and prints tables. No test depends on it.
 *
 *   PROGRAM   the program to measure; default target/demo/zkratka
 *   BASELINE  a second program, measured in turn with the first; default none
 *   ROUNDS    how often each is measured; default 5
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';
import { EXPRESS, measureExpress, withExpressPages } from './express.mjs';
import { medians, table } from './figures.mjs';
import { openShop } from './shop.mjs';
import { measureCheckoutFromProduct, measurePage, PAGES } from './storefront.mjs';

/** @typedef {import('./figures.mjs').Figures} Figures */
/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {(browser: Browser, origin: string) => Promise<Figures>} Measure */

const { BASELINE, PROGRAM, ROUNDS = '5' } = process.env;

/** @type {Record<string, Measure>} */
const measures = {
  ...Object.fromEntries(
    PAGES.map((name) => [
      `${name} page`,
      /** @type {Measure} */ (browser, origin) => measurePage(browser, origin, name),
    ]),
  ),
  'checkout from a product page': measureCheckoutFromProduct,
};

/** The programs by their names in the tables. */
function programs() {
  const now = PROGRAM ?? fileURLToPath(new URL('../../target/demo/zkratka', import.meta.url));
  const named = { ...(BASELINE && { before: BASELINE }), now };
  for (const program of Object.values(named))
    if (!existsSync(program)) throw new Error(`${program} does not exist: build it first`);
  return named;
}

/** Reverses every other round, so that no subject is always measured first. @template Item @param {readonly Item[]} items @param {number} round */
const inTurn = (items, round) => (round % 2 === 0 ? items : items.toReversed());

/**
 * Measures every subject once a round.
 * @template Subject
 * @param {Readonly<Record<string, Subject>>} subjects
 * @param {(subject: Subject, name: string) => Promise<Figures>} measure
 * @returns {Promise<Record<string, Figures>>} medians by subject
 */
async function interleaved(subjects, measure) {
  /** @type {Record<string, Figures[]>} */
  const rounds = {};
  for (let round = 0; round < Number(ROUNDS); round += 1)
    for (const [name, subject] of inTurn(Object.entries(subjects), round))
      (rounds[name] ??= []).push(await measure(subject, name));
  return Object.fromEntries(Object.keys(subjects).map((name) => [name, medians(rounds[name] ?? [])]));
}

/** @param {Browser} browser */
async function storefront(browser) {
  /** @type {Record<string, import('./shop.mjs').Shop>} */
  const shops = {};
  try {
    for (const [name, program] of Object.entries(programs()))
      shops[name] = await openShop(program, ['google_pay']);
    for (const [title, measure] of Object.entries(measures)) {
      const figures = await interleaved(shops, ({ origin }) => measure(browser, origin));
      console.log(`${table(`${title}, Google Pay`, figures)}\n`);
    }
  } finally {
    for (const shop of Object.values(shops)) await shop.close();
  }
}

/** @param {Browser} browser */
async function express(browser) {
  const figures = await withExpressPages(programs().now, (origin) =>
    interleaved(EXPRESS, (_, name) => measureExpress(browser, origin, name)),
  );
  console.log(table('cart page, three wallets', figures));
}

const browser = await launch();
try {
  await storefront(browser);
  await express(browser);
} finally {
  await browser.close();
}
