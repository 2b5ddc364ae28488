import { metaPay, SDK } from './support/meta-pay.js';
import { pickIn } from './support/picker.js';
import { press } from './support/placements.js';
import { held } from './support/routes.js';
import { BOUGHT, type Absence, type Scenario } from './support/scenario.js';
import { expect, test } from './support/test.js';
import { tryEverywhere } from './support/wallet-matrix.js';
import { answerLost, cancelled, declined, payShown, scriptMissing } from './support/wallet-scenarios.js';

const { pay, preset, sheet, sheetErrors, sheetReady } = metaPay;

/** The address of the text that binds a container to a sum. */
const CONTEXT = '**/wallets/config/meta_pay';

const scenarios: readonly Scenario[] = [
  {
    title: '[1.03] [2.22] [7.24] [B.02] [B.03] approved: one order, one charge of the total shown',
    books: BOUGHT,
    everywhere: true,
    run: async (scene) => {
      await press(scene.page, scene.placement);
      await payShown(metaPay, scene);
    },
  },
  declined('[1.03]', metaPay),
  cancelled('[4.20]', metaPay),
  {
    title: '[B.03] another delivery option: its price is shown and paid',
    books: BOUGHT,
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await sheetReady(page);
      const before = await metaPay.total(page);
      await sheet(page)
        .getByRole('radio', { name: /Balík Do ruky/ })
        .check();
      await expect.poll(() => metaPay.total(page)).not.toBe(before);
      await payShown(metaPay, scene);
    },
  },
  {
    title: '[B.03] a network token: one order, one charge of the total shown',
    books: BOUGHT,
    prepare: ({ page }) => preset(page, { containerType: 'ecom-token-v1' }),
    run: async (scene) => {
      await press(scene.page, scene.placement);
      await payShown(metaPay, scene);
    },
  },
  {
    title:
      '[B.03] a container for another sum: the sheet says so, nothing is charged, and the right one pays',
    books: BOUGHT,
    prepare: ({ page }) => preset(page, { scenario: 'price-change' }),
    run: async (scene) => {
      const { page, placement, shop } = scene;
      await press(page, placement);
      await pay(page);
      await expect(sheetErrors(page)).toBeVisible();
      expect(shop.orders()).toEqual([]);
      await pickIn(sheet(page), 'Průběh', { id: 'none' });
      await payShown(metaPay, scene);
    },
  },
  {
    title: '[B.03] no context yet: the sheet cannot be approved until there is one',
    books: BOUGHT,
    run: async (scene) => {
      const { page, placement } = scene;
      const release = await held(page, CONTEXT);
      const asked = page.waitForRequest(CONTEXT);
      await press(page, placement);
      await asked;
      await expect(sheet(page).getByRole('button', { name: 'Zaplatit' })).toBeDisabled();
      release();
      await payShown(metaPay, scene);
    },
  },
  answerLost('[4.24]', metaPay),
];

const absences: readonly Absence[] = [scriptMissing('[7.14]', SDK)];

test.use({ shopOptions: { googlePay: false, metaPay: true } });

tryEverywhere({ wallet: metaPay, scenarios, absences });
