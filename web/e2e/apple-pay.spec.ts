import {
  applePay,
  cancel,
  chooseBuyer,
  enterCoupon,
  pay,
  preset,
  SDK,
  sheet,
  sheetErrors,
  sheetReady,
  total,
} from './support/apple-pay.js';
import { assertBooks } from './support/books.js';
import { goods } from './support/goods.js';
import { openOffered, placements, press, type Placement } from './support/placements.js';
import { counted, hold, operation } from './support/routes.js';
import { BOUGHT, dialog, NOTHING, product, type Scenario } from './support/scenario.js';
import { availability } from './support/stock.js';
import { expect, test } from './support/test.js';
import { runs } from './support/selection.js';
import { tryEverywhere } from './support/wallet-matrix.js';
import {
  answerLost,
  cancelled,
  currencyChanged,
  declined,
  payShown,
  scriptMissing,
  silentlyOver,
  slow,
} from './support/wallet-scenarios.js';

const scenarios: readonly Scenario[] = [
  {
    title: '[1.06] [4.10] [4.13] [4.14] [B.03] approved: one order, one charge of the total shown',
    books: BOUGHT,
    everywhere: true,
    run: async (scene) => {
      const { page, placement } = scene;
      const removals = counted(page, 'cartRemovePersonalData');
      await press(page, placement);
      await payShown(applePay, scene);
      expect(removals.count()).toBe(1);
    },
  },
  {
    title: '[4.33] another delivery option: its price is shown and paid',
    books: BOUGHT,
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await sheetReady(page);
      const before = await total(page);
      await sheet(page)
        .getByRole('radio', { name: /^Osobně|Kurýr|Balík|PPL|GLS/ })
        .nth(1)
        .check();
      await sheetReady(page);
      await expect.poll(() => total(page)).not.toBe(before);
      await payShown(applePay, scene);
    },
  },
  declined('[5.07]', applePay),
  cancelled('[4.15] [4.14]', applePay),
  {
    title: '[4.11] [4.15] cancelled during merchant validation: nothing more happens',
    books: NOTHING,
    prepare: ({ page }) => hold(page, operation('applePaySessionCreate')),
    run: async (scene) => {
      const { page, placement } = scene;
      const asked = page.waitForRequest(operation('applePaySessionCreate'));
      await press(page, placement);
      await asked;
      await expect(sheet(page).getByRole('status')).toHaveText('Ověřuje se obchod…');
      await cancel(page);
      await silentlyOver(scene);
    },
  },
  {
    title: '[4.10] the merchant session comes too late: Apple closes its sheet',
    books: NOTHING,
    prepare: ({ page }) => preset(page, { scenario: 'session-expired' }),
    run: async (scene) => {
      await press(scene.page, scene.placement);
      await expect(sheet(scene.page)).toHaveCount(0);
      await silentlyOver(scene);
    },
  },
  {
    title: '[7.08] no merchant session: the wallet’s dialog, nothing is charged',
    books: NOTHING,
    prepare: ({ page }) =>
      page.route(operation('applePaySessionCreate'), (route) => route.fulfill({ status: 500, body: '' })),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await expect(dialog(page)).toContainText('Došlo k problému s peněženkou Apple Pay.');
      await expect(sheet(page)).toHaveCount(0);
    },
  },
  {
    title: 'the network is lost before the payment: the wallet’s dialog, nothing is charged',
    books: NOTHING,
    prepare: ({ page }) => page.route(operation('cartPaymentUpdate'), (route) => route.abort('failed')),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await pay(page);
      await expect(dialog(page)).toContainText('Došlo k problému s peněženkou Apple Pay.');
      await expect(sheet(page)).toHaveCount(0);
    },
  },
  answerLost('[B.03]', applePay),
  {
    title: '[5.07] an invalid street: an error at its field, corrected by another contact',
    books: BOUGHT,
    prepare: ({ page }) => preset(page, { buyer: 'emoji' }),
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await pay(page);
      await expect(sheetErrors(page).first()).toContainText(/emoji/i);
      await expect(sheetErrors(page).first()).toHaveAttribute('data-fields', /addressLines/);
      await expect(sheet(page).getByRole('button', { name: 'Zaplatit' })).toBeDisabled();
      await chooseBuyer(page, 'cz');
      await payShown(applePay, scene);
    },
  },
  {
    title:
      '[5.08] an address outside the delivery area: an error in the sheet, which accepts another address',
    books: BOUGHT,
    prepare: ({ page }) => preset(page, { buyer: 'mx' }),
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await expect(sheetErrors(page)).toBeVisible();
      await expect(sheet(page).getByRole('button', { name: 'Zaplatit' })).toBeDisabled();
      await chooseBuyer(page, 'cz');
      await payShown(applePay, scene);
    },
  },
  {
    title: '[5.08] a coupon: an error for an invalid one, a reduced charge for a valid one',
    books: BOUGHT,
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await sheetReady(page);
      const before = await total(page);
      await enterCoupon(page, 'NEEXISTUJE');
      await expect(sheetErrors(page)).toBeVisible();
      await enterCoupon(page, 'SOJKA100');
      await expect.poll(() => total(page)).toBe(before - 10_000);
      await payShown(applePay, scene);
    },
  },
  slow('[4.17]', applePay),
  currencyChanged('[4.09]'),
];

test.use({ shopOptions: { googlePay: false, applePay: true } });

tryEverywhere({ wallet: applePay, scenarios, absences: [scriptMissing('[4.26]', SDK)] });

const [onProduct] = placements as [Placement];

for (const flaw of ['stale', 'tampered', 'foreign_root', 'other_merchant'])
  test(
    `a token that is ${flaw} is refused: an error in the sheet, nothing is charged`,
    // The gateway's tests cover every flaw; one suffices to show the buyer's view.
    runs({ release: flaw !== 'tampered' }),
    async ({ page, shop }) => {
      const before = await availability(shop, product);
      await preset(page, { flaw });
      await openOffered(page, onProduct, product);
      await press(page, onProduct);
      await pay(page);
      await expect(sheetErrors(page)).toHaveText('Platbu se nepodařilo provést. Zvolte prosím jinou kartu.');
      await assertBooks(shop, product, before, NOTHING);
    },
  );

test('[4.12] digital goods are bought without an address', async ({ page, shop }) => {
  await openOffered(page, onProduct, goods.digital);
  await press(page, onProduct);
  await sheetReady(page);
  await expect(sheet(page).getByRole('group')).toHaveCount(0);
  await payShown(applePay, { page, shop, placement: onProduct });
});
