import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { amazonPlacements, choose, paying, signIn, toAmazon, toConfirm } from './support/amazon.js';
import { applePay } from './support/apple-pay.js';
import { openProduct, shopIn } from './support/buyer.js';
import type { EmulatedSheet } from './support/emulated-sheet.js';
import { googlePay } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { metaPay } from './support/meta-pay.js';
import { agreeing, openWindow, windowReady } from './support/paypal.js';
import { openPicker, picker } from './support/picker.js';
import { offered, openOffered, placements, press, type Placement } from './support/placements.js';
import { runs } from './support/selection.js';
import type { ShopOptions } from './support/shop.js';
import { expect, test } from './support/test.js';

const [productPage, cartPage] = placements;
const [amazonPage] = amazonPlacements();
if (!productPage || !cartPage || !amazonPage) throw new Error('placements are missing');
/** Venmo takes dollars. */
const venmoPage: Placement = { ...cartPage, wallet: /Venmo/ };

/** A sheet, a window or a page of an emulated wallet. */
interface Surface {
  readonly name: string;
  readonly shopOptions: ShopOptions;
  /** Opens it on a page, or in a window. Resolves to where it is. */
  readonly open: (page: Page) => Promise<Page>;
  /** The button that goes on. */
  readonly onwards: (place: Page) => Locator;
  /** A picker with more than one choice; null where nothing is chosen. */
  readonly label: string | null;
  readonly hasTotal: boolean;
}

const sheetOf = ({ name, sheet, sheetReady }: EmulatedSheet, shopOptions: ShopOptions): Surface => ({
  name,
  shopOptions,
  open: async (page) => {
    await openOffered(page, productPage, goods.plain);
    await press(page, productPage);
    await sheetReady(page);
    return page;
  },
  onwards: (page) => sheet(page).getByRole('button', { name: 'Zaplatit' }),
  label: 'Karta',
  hasTotal: true,
});

const payPal: ShopOptions = { googlePay: false, payPal: true };
const amazonPay: ShopOptions = { googlePay: false, amazonPay: true };

const surfaces: readonly Surface[] = [
  sheetOf(googlePay, { googlePay: true }),
  sheetOf(applePay, { googlePay: false, applePay: true }),
  sheetOf(metaPay, { googlePay: false, metaPay: true }),
  {
    name: 'PayPal',
    shopOptions: payPal,
    open: async (page) => {
      await openOffered(page, productPage, goods.plain);
      const window = await openWindow(page, productPage);
      await windowReady(window);
      return window;
    },
    onwards: agreeing,
    label: 'Co se stane',
    hasTotal: true,
  },
  {
    name: 'Venmo',
    shopOptions: payPal,
    open: async (page) => {
      await openProduct(page, goods.plain.handle);
      await shopIn(page, /^Spojené státy/);
      await venmoPage.open(page, goods.plain);
      await offered(page, venmoPage);
      const window = await openWindow(page, venmoPage);
      await windowReady(window);
      return window;
    },
    onwards: agreeing,
    label: 'Co se stane',
    hasTotal: true,
  },
  {
    name: 'Amazon Pay, the choice',
    shopOptions: amazonPay,
    open: async (page) => {
      await openOffered(page, amazonPage, goods.plain);
      await toAmazon(page, amazonPage);
      await signIn(page, 'zuzana');
      return page;
    },
    onwards: (page) => page.getByRole('button', { name: 'Pokračovat do obchodu' }),
    label: 'Karta',
    hasTotal: false,
  },
  {
    name: 'Amazon Pay, the confirmation',
    shopOptions: amazonPay,
    open: async (page) => {
      await openOffered(page, amazonPage, goods.plain);
      await toAmazon(page, amazonPage);
      await choose(page);
      await toConfirm(page);
      return page;
    },
    onwards: paying,
    label: null,
    hasTotal: true,
  },
];

const LOW = [
  { width: 390, height: 640 },
  { width: 1280, height: 600 },
  { width: 320, height: 568 },
] as const;

/** The total and the button are in view as a whole. */
async function inView({ onwards, hasTotal }: Surface, place: Page): Promise<void> {
  await expect(onwards(place)).toBeInViewport({ ratio: 1 });
  if (hasTotal) await expect(place.locator('.foot .total')).toBeInViewport({ ratio: 1 });
}

/** How many pixels of the page or the sheet are beyond its right edge. */
const beyond = (onwards: Locator): Promise<number> =>
  onwards.evaluate((button) => {
    const box = button.closest('dialog') ?? document.documentElement;
    const fields = box.querySelector('.fields') ?? box;
    return Math.max(box.scrollWidth - box.clientWidth, fields.scrollWidth - fields.clientWidth);
  });

for (const surface of surfaces)
  test.describe(surface.name, () => {
    const { name, label, onwards } = surface;
    const isTypical = surface === surfaces[0] || name === 'PayPal';
    test.use({ shopOptions: surface.shopOptions });

    test(`[B.09] ${name}: total and button stay in view on low screens, and axe finds nothing in the open picker`, async ({
      page,
    }) => {
      const place = await surface.open(page);
      const group = label === null ? null : await openPicker(place, label);
      await expect(place.getByText('Zkušební provoz: nic se neplatí', { exact: true })).toBeVisible();
      for (const size of LOW) {
        await place.setViewportSize(size);
        await inView(surface, place);
        expect(await beyond(onwards(place))).toBe(0);
      }
      expect(await accessibilityFaults(place)).toEqual([]);
      await place.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityFaults(place)).toEqual([]);
      if (group === null || label === null) return;
      await expect(group.getByRole('radio', { checked: true })).toBeFocused();
      const before = await group.getByRole('radio', { checked: true }).inputValue();
      await place.keyboard.press('ArrowDown');
      await expect(group.getByRole('radio', { checked: true })).toBeFocused();
      expect(await group.getByRole('radio', { checked: true }).inputValue()).not.toBe(before);
      await place.keyboard.press('Escape');
      await expect(group).toHaveCount(0);
      await expect(picker(place, label)).toBeFocused();
      await expect(onwards(place)).toBeVisible();
    });

    test(
      `[B.09] ${name}: with text twice as large on a narrow screen nothing is beside it`,
      runs({ release: !isTypical }),
      async ({ page }) => {
        const place = await surface.open(page);
        await place.setViewportSize({ width: 320, height: 640 });
        const devTools = await place.context().newCDPSession(place);
        await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
        await expect.poll(() => place.evaluate(() => matchMedia('(max-width: 10rem)').matches)).toBe(true);
        if (label !== null) await openPicker(place, label);
        expect(await beyond(onwards(place))).toBe(0);
        await onwards(place).scrollIntoViewIfNeeded();
        await expect(onwards(place)).toBeInViewport({ ratio: 1 });
      },
    );
  });
