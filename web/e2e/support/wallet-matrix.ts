import type { Page } from '@playwright/test';
import { assertBooks } from './books.js';
import { buyNow } from './buyer.js';
import { openOffered, placements, walletButton, type Placement } from './placements.js';
import { NOTHING, product, type Absence, type Scenario } from './scenario.js';
import { runs } from './selection.js';
import { availability } from './stock.js';
import { expect, test } from './test.js';
import type { Wallet } from './wallet.js';

/** The scenarios of one wallet. */
export interface Matrix {
  readonly wallet: Pick<Wallet, 'name'>;
  /** The first scenario also runs on a phone's product page. */
  readonly scenarios: readonly Scenario[];
  readonly absences: readonly Absence[];
  /** The placements to test; by default all. */
  readonly where?: readonly Placement[];
  /** Whether a scenario runs each time. Others run before a release. */
  readonly isTried?: (what: Scenario | Absence, where: Placement) => boolean;
}

/** All pages use the same flow. Each must start and complete it; one page suffices for the scenarios in between. */
const onceEach = (what: Scenario | Absence, { name }: Placement): boolean =>
  what.everywhere === true || (name === 'product' && 'run' in what);

/** Marks the tests that `make wallets-matrix` runs. */
const TAG = '@wallets-matrix';

/** Declares a test for every scenario and every absence in every placement. */
export function tryEverywhere({
  wallet,
  scenarios,
  absences,
  where = placements,
  isTried = onceEach,
}: Matrix): void {
  for (const placement of where)
    // matrix-reporter.ts reads wallet and placement from this title.
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
          `${absence.title}: the page gives a reason and offers another way`,
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

/** Asserts that the page reports why the wallet is absent, and still sells without it. */
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
