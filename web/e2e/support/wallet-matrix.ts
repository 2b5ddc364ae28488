import type { Page } from '@playwright/test';
import { assertBooks } from './books.js';
import { buyNow } from './buyer.js';
import { openOffered, placements, walletButton, type Placement } from './placements.js';
import { NOTHING, product, type Absence, type Scenario } from './scenario.js';
import { runs } from './selection.js';
import { availability } from './stock.js';
import { expect, test } from './test.js';
import type { Wallet } from './wallet.js';

/** What is tried with one wallet. */
export interface Matrix {
  readonly wallet: Pick<Wallet, 'name'>;
  /** The first one is tried on a phone's product page, too. */
  readonly scenarios: readonly Scenario[];
  readonly absences: readonly Absence[];
  /** Where it is tried; everywhere, if not given. */
  readonly where?: readonly Placement[];
  /** Whether it is tried each time; any other one is tried before a release. */
  readonly isTried?: (what: Scenario | Absence, where: Placement) => boolean;
}

/** The pages lead to the same flow: each must be able to begin and to end it, one shows what happens in between. */
const onceEach = (what: Scenario | Absence, { name }: Placement): boolean =>
  what.everywhere === true || (name === 'product' && 'run' in what);

/** Marks the tests that `make wallets-matrix` runs. */
const TAG = '@wallets-matrix';

/** Declares a test of every scenario and every absence in every placement. */
export function tryEverywhere({
  wallet,
  scenarios,
  absences,
  where = placements,
  isTried = onceEach,
}: Matrix): void {
  for (const placement of where)
    // The report reads wallet and placement from this title.
    test.describe(`${wallet.name} on the ${placement.name} page`, { tag: TAG }, () => {
      const selected = (what: Scenario | Absence) =>
        runs({
          release: !isTried(what, placement),
          phone: what === scenarios[0] && what.everywhere === true && placement.name === 'product',
        });
      for (const scenario of scenarios)
        test(scenario.title, selected(scenario), async ({ page, shop }) => {
          const { goods = product, books } = scenario;
          const scene = { page, shop, placement };
          const before = await availability(shop, goods);
          await scenario.prepare?.(scene);
          await openOffered(page, placement, goods);
          await scenario.run(scene);
          await assertBooks(shop, goods, scenario.stock ?? before, books);
        });

      for (const absence of absences)
        test(
          `${absence.title}: another way is offered, with a reason`,
          selected(absence),
          async ({ page, shop }) => {
            const before = await availability(shop, product);
            await absence.prepare(page);
            await isAbsent(page, placement);
            await assertBooks(shop, product, before, NOTHING);
          },
        );
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
