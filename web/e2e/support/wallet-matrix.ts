import type { Page } from '@playwright/test';
import { assertBooks } from './books.js';
import { buyNow } from './buyer.js';
import { openOffered, placements, walletButton, type Placement } from './placements.js';
import { NOTHING, product, type Absence, type Scenario } from './scenario.js';
import { availability } from './stock.js';
import { expect, test } from './test.js';
import { onPhones } from './viewports.js';
import type { Wallet } from './wallet.js';

/** What is tried with one wallet. */
export interface Matrix {
  readonly wallet: Pick<Wallet, 'name'>;
  /** The first one is tried in every placement on phones, too. */
  readonly scenarios: readonly Scenario[];
  readonly absences: readonly Absence[];
  /** Where it is tried; everywhere, if not given. */
  readonly where?: readonly Placement[];
  /**
   * Whether every end is tried on a phone's product page. What is agreed to in a window of its own ends the same there:
   * then only the first is.
   */
  readonly endsOnPhones?: boolean;
}

/** Marks the tests that `make wallets-matrix` runs. */
const TAG = '@wallets-matrix';

/** Declares a test of every scenario and every absence in every placement. */
export function tryEverywhere({
  wallet,
  scenarios,
  absences,
  where = placements,
  endsOnPhones = true,
}: Matrix): void {
  for (const placement of where)
    // The report reads wallet and placement from this title.
    test.describe(`${wallet.name} on the ${placement.name} page`, { tag: TAG }, () => {
      const isTried = endsOnPhones && placement.name === 'product';
      for (const [at, scenario] of scenarios.entries())
        test(scenario.title, onPhones(isTried || at === 0), async ({ page, shop }) => {
          const { goods = product, books } = scenario;
          const scene = { page, shop, placement };
          const before = await availability(shop, goods);
          await scenario.prepare?.(scene);
          await openOffered(page, placement, goods);
          await scenario.run(scene);
          await assertBooks(shop, goods, scenario.stock ?? before, books);
        });

      for (const { title, prepare } of absences)
        test(`${title}: another way is offered, with a reason`, onPhones(isTried), async ({ page, shop }) => {
          const before = await availability(shop, product);
          await prepare(page);
          await isAbsent(page, placement);
          await assertBooks(shop, product, before, NOTHING);
        });
    });
}

/** The page says why the wallet is not there, and can be bought from without. */
async function isAbsent(page: Page, placement: Placement): Promise<void> {
  await page.addInitScript(() => {
    const reasons: unknown[] = [];
    Object.assign(window, { reasons });
    addEventListener('accelerated-checkout:unavailable', (event) => {
      reasons.push((event as CustomEvent<{ reason: unknown }>).detail.reason);
    });
  });
  await placement.open(page, product);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { reasons: unknown[] }).reasons.length), {
      timeout: 15_000,
    })
    .toBeGreaterThan(0);
  await expect(walletButton(page, placement)).toHaveCount(0);
  if (placement.name === 'product') await expect(buyNow(page)).toBeEnabled();
}
