import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { runs } from './support/selection.js';
import { expect, test } from './support/test.js';

/** Pages of a shop without wallets load none of their scripts. */
test.use({ shopOptions: { googlePay: true } });

const PATH = '/policies/tlacitka-penezenek';
const WALLETS = [
  'apple_pay',
  'google_pay',
  'paypal',
  'venmo',
  'amazon_pay',
  'buy_with_prime',
  'facebook_pay',
  'shop_pay',
] as const;

/** Letters without stems: as high as the others' marks they would look larger. An arrow that is mostly wide. */
const LOWER = ['venmo', 'amazon_pay'];

/** Waits until every button of the page has its logo. */
async function drawn(page: Page): Promise<void> {
  const buttons = page.locator('pay-wallet-button');
  const logos = page.locator('pay-wallet-button svg:has(path)');
  await expect(buttons).not.toHaveCount(0);
  await expect(logos).toHaveCount(await buttons.count());
}

async function open(page: Page): Promise<void> {
  await page.goto(PATH);
  await drawn(page);
}

/** The first button of a wallet on a light or a dark ground, 44 px high, in a form; without one the ground decides. */
const button = (page: Page, wallet: string, ground: 'light' | 'dark', form?: string): Locator => {
  const style = form === undefined ? ':not([button-style])' : `[button-style=${form}]`;
  return page
    .locator(`.wallet-buttons--${ground} .wallet-buttons__height--44`)
    .locator(`pay-wallet-button[wallet=${wallet}]${style}`)
    .getByRole('button');
};

interface Colours {
  readonly ground: string;
  readonly words: string;
  readonly edge: string;
  readonly shapes: readonly string[];
}

const colours = (wallet: Locator): Promise<Colours> =>
  wallet.evaluate((element) => {
    const { backgroundColor, color, borderTopColor } = getComputedStyle(element);
    const shapes = [...element.querySelectorAll('path')].map((path) => getComputedStyle(path).fill);
    return { ground: backgroundColor, words: color, edge: borderTopColor, shapes: [...new Set(shapes)] };
  });

const BLACK = 'rgb(0, 0, 0)';
const WHITE = 'rgb(255, 255, 255)';

test('[2.14] [2.16] each button has its brand’s colours on light and on dark grounds', async ({ page }) => {
  await open(page);
  const grounds: Record<string, readonly [light: string, dark: string]> = {
    apple_pay: [BLACK, WHITE],
    google_pay: [BLACK, WHITE],
    paypal: ['rgb(255, 196, 57)', 'rgb(255, 196, 57)'],
    venmo: ['rgb(0, 140, 255)', 'rgb(0, 140, 255)'],
    amazon_pay: ['rgb(255, 216, 20)', 'rgb(255, 216, 20)'],
    buy_with_prime: ['rgb(26, 152, 255)', 'rgb(26, 152, 255)'],
    facebook_pay: ['rgb(0, 100, 224)', WHITE],
    shop_pay: ['rgb(91, 46, 217)', 'rgb(91, 46, 217)'],
  };
  for (const [wallet, [light, dark]] of Object.entries(grounds)) {
    expect.soft((await colours(button(page, wallet, 'light'))).ground, wallet).toBe(light);
    expect.soft((await colours(button(page, wallet, 'dark'))).ground, wallet).toBe(dark);
  }
  const google = await colours(button(page, 'google_pay', 'light'));
  expect(google.shapes).toEqual([
    WHITE,
    'rgb(66, 133, 244)',
    'rgb(52, 168, 83)',
    'rgb(251, 188, 4)',
    'rgb(234, 67, 53)',
  ]);
});

test('[2.14] a form that the page chooses stays on every ground, by attribute and by property', async ({
  page,
}) => {
  await open(page);
  for (const ground of ['light', 'dark'] as const) {
    const black = await colours(button(page, 'apple_pay', ground, 'black'));
    expect(black).toMatchObject({ ground: BLACK, words: WHITE });
    const white = await colours(button(page, 'apple_pay', ground, 'white'));
    expect(white).toMatchObject({ ground: WHITE, edge: WHITE, words: BLACK });
    const outline = await colours(button(page, 'apple_pay', ground, 'white-outline'));
    expect(outline).toMatchObject({ ground: WHITE, edge: BLACK, words: BLACK });
    const flat = await colours(button(page, 'paypal', ground, 'black'));
    expect(flat.shapes).toEqual([WHITE]);
    const byProperty = page
      .locator(`.wallet-buttons--${ground} .wallet-buttons__property`)
      .locator('pay-wallet-button[wallet=apple_pay]')
      .getByRole('button');
    expect(await colours(byProperty)).toEqual(outline);
  }
  // An attribute around a button chooses too, and may change.
  await page.locator('.wallet-buttons--light').evaluate((section) => {
    section.setAttribute('button-style', 'white-outline');
  });
  await expect(button(page, 'apple_pay', 'light')).toHaveCSS('background-color', WHITE);
});

for (const scheme of ['light', 'dark'] as const)
  test(`[B.09] with forced colours, ${scheme}, buttons and marks have the system’s`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: scheme });
    await open(page);
    const system = await page.evaluate(() => {
      const probe = document.createElement('button');
      document.body.append(probe);
      const { backgroundColor, color } = getComputedStyle(probe);
      probe.remove();
      return { ground: backgroundColor, words: color };
    });
    expect(system.ground).not.toBe(system.words);
    for (const wallet of WALLETS)
      for (const form of [undefined, 'black', 'white', 'white-outline']) {
        const { ground, words, shapes } = await colours(button(page, wallet, 'light', form));
        expect.soft({ ground, words, shapes }, wallet).toEqual({ ...system, shapes: [system.words] });
      }
  });

test('[2.14] the marks have one height, measured by their ink', async ({ page }) => {
  await open(page);
  const heights = await page
    .locator('.wallet-buttons--light .wallet-buttons__property pay-wallet-button')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const shapes = [...(element.shadowRoot?.querySelectorAll('path') ?? [])];
        const boxes = shapes.map((shape) => shape.getBoundingClientRect());
        const ink = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
        return { wallet: element.getAttribute('wallet') ?? '', ink };
      }),
    );
  expect(heights.map(({ wallet }) => wallet)).toEqual([...WALLETS]);
  const usual = heights.filter(({ wallet }) => !LOWER.includes(wallet)).map(({ ink }) => ink);
  expect(Math.max(...usual) - Math.min(...usual)).toBeLessThan(1);
  for (const { wallet, ink } of heights.filter((each) => LOWER.includes(each.wallet)))
    expect(ink, wallet).toBeLessThan(Math.min(...usual));
});

test(
  '[2.14] [B.09] the words grow with the reader’s text size, and nothing is cut off',
  runs({ phone: true }),
  async ({ page }) => {
    await open(page);
    const words = page
      .locator('.wallet-buttons--light pay-wallet-button[wallet=paypal][call-to-action]')
      .locator('.content');
    const size = async (): Promise<number> =>
      words.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await size()).toBe(16);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // On a phone the buttons of this page are too narrow for words twice as large.
    const isNarrow = (page.viewportSize()?.width ?? 0) < 600;
    expect(await size()).toBeGreaterThan(isNarrow ? 16 : 22);
    const cut = await page.locator('pay-wallet-button').evaluateAll((elements) =>
      elements
        .filter((element) => {
          const inner = element.shadowRoot?.querySelector('.content')?.getBoundingClientRect();
          const outer = element.getBoundingClientRect();
          return !inner || inner.left < outer.left || inner.right > outer.right;
        })
        .map((element) => element.outerHTML),
    );
    expect(cut).toEqual([]);
  },
);

test('[2.15] a button too narrow for the call to action shows the logo in full size, and keeps its name', async ({
  page,
}) => {
  await open(page);
  const place = page.locator('.wallet-buttons--light pay-wallet-button[wallet=facebook_pay][call-to-action]');
  const words = place.locator('.content > span');
  const size = async (): Promise<number> =>
    place.locator('.content').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await expect(words).toBeVisible();
  const usual = await size();
  await place.evaluate((element: HTMLElement) => {
    element.style.inlineSize = '172px';
  });
  await expect(words).toBeHidden();
  expect(await size()).toBe(usual);
  await expect(place.getByRole('button')).toHaveAccessibleName('Koupit přes Meta Pay');
});

test('[2.24] [2.25] buttons are 25, 44 and 55 px high, as the page says', async ({ page }) => {
  await open(page);
  for (const height of [25, 44, 55]) {
    const heights = await page
      .locator(`.wallet-buttons__height--${String(height)} pay-wallet-button`)
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([height]));
  }
});

test('[7.14] [2.28] logos come from the assets folder as SVG, once each', async ({ page }) => {
  const logos: { accept: string | undefined; path: string }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (WALLETS.some((wallet) => path.startsWith(`/assets/${wallet}-`)) && path.endsWith('.svg'))
      logos.push({ accept: request.headers()['accept'], path });
  });
  const types: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.svg') && response.request().resourceType() === 'xhr')
      types.push(response.headers()['content-type']);
  });
  await open(page);
  expect(logos.map(({ path }) => path.replace(/-[^-]+$/, '')).toSorted()).toEqual(
    WALLETS.map((wallet) => `/assets/${wallet}`).toSorted(),
  );
  expect(new Set(logos.map(({ accept }) => accept))).toEqual(new Set(['image/svg+xml']));
  expect(new Set(types)).toEqual(new Set(['image/svg+xml']));
});

test('[7.14] a button whose logo does not come says its name', async ({ page }) => {
  await page.route('**/assets/google_pay-*.svg', (route) => route.fulfill({ status: 503 }));
  await page.goto(PATH);
  await expect(button(page, 'google_pay', 'light')).toHaveText('Google Pay');
  await expect(button(page, 'apple_pay', 'light').locator('path')).toHaveCount(1);
});

test('[B.09] the page of all buttons has no accessibility faults', async ({ page }) => {
  await open(page);
  expect(await accessibilityFaults(page)).toEqual([]);
});
