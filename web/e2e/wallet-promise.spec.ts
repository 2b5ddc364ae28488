import type { Frame, Locator, Page } from '@playwright/test';
import { openProduct } from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';
import { buyAndSave, WITH_WALLET } from './support/wallet-account.js';

test.use({ shopOptions: WITH_WALLET });

const AUTHORIZE = /\/services\/login_with_shop\/authorize/;
const PRODUCT = 'accelerated-checkout';

const button = (page: Page): Locator =>
  page.locator('pay-wallet-button').getByRole('button', { name: 'Sojka' });
const badge = (page: Page): Locator => page.locator(`${PRODUCT} [part=promise]`);
const faces = (page: Page): Frame[] => page.frames().filter((frame) => frame.url().includes('/authorize'));
const phase = (page: Page, expected: string): Promise<void> =>
  expect(button(page)).toHaveAttribute('data-face', expected);

/** A moment that the test decides about. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Holds the wallet's answers to frames until the gate opens; `asked` opens with the first one. */
async function holdFaces(page: Page): Promise<{ asked: Promise<void>; release: () => void }> {
  const [asked, released] = [gate(), gate()];
  await page.route(AUTHORIZE, async (route) => {
    asked.open();
    await released.opened;
    await route.continue();
  });
  return { asked: asked.opened, release: released.open };
}

/** The shop promises tomorrow, whatever day it is today, as soon as this has happened. */
async function promiseAfter(page: Page, happened: Promise<void>): Promise<void> {
  await page.route(/\/graphql\.json/, async (route) => {
    if (!(route.request().postData() ?? '').includes('deliveryPromise(')) {
      await route.fallback();
      return;
    }
    await happened;
    const option = { brandedPromise: { handle: 'next_day' }, maxCalendarDaysToDelivery: 1 };
    await route.fulfill({ json: { data: { deliveryPromise: { selectedShippingOption: option } } } });
  });
}

/** Makes the product's element as wide as this, and waits until the page has seen it. */
const widen = (page: Page, width: number): Promise<void> =>
  page.locator(PRODUCT).evaluate(async (element: HTMLElement, pixels) => {
    const seen = new Promise<void>((resolve) => {
      const observer = new ResizeObserver(() => {
        if (Math.round(element.getBoundingClientRect().width) !== pixels) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(element);
    });
    element.style.inlineSize = `${String(pixels)}px`;
    await seen;
  }, width);

test('[1.07] [4.30] [4.32] [4.28] the promised day stands beside the button, and the card comes where there is no room for it', async ({
  page,
}) => {
  await buyAndSave(page);
  const { asked, release } = await holdFaces(page);
  await promiseAfter(page, asked);
  await openProduct(page, goods.plain.handle);
  await expect(badge(page)).toHaveText('Doručíme zítra');
  release();
  // The wallet has answered, and the promise keeps the card away.
  await phase(page, 'hidden');
  await widen(page, 339);
  await expect(badge(page)).toBeVisible();
  await phase(page, 'hidden');
  await widen(page, 338);
  await expect(badge(page)).toBeHidden();
  await phase(page, 'animation-complete');
  await widen(page, 339);
  await expect(badge(page)).toHaveText('Doručíme zítra');
  await phase(page, 'animation-complete');
});

test('[4.31] a variant that is sold out keeps the card away, unless it was shown before', async ({
  page,
}) => {
  await buyAndSave(page);
  const { asked, release } = await holdFaces(page);
  await openProduct(page, goods.plain.handle);
  await asked;
  const add = page.getByRole('button', { name: 'Přidat do košíku' });
  const sellOut = (isSoldOut: boolean) =>
    add.evaluate((element: HTMLButtonElement, disabled) => {
      element.disabled = disabled;
    }, isSoldOut);
  await sellOut(true);
  release();
  await phase(page, 'hidden');
  await sellOut(false);
  await phase(page, 'animation-complete');
  await sellOut(true);
  await expect(add).toBeDisabled();
  await phase(page, 'animation-complete');
});

test('[4.31] [4.27] the card waits until the buyer sees the button', async ({ page }) => {
  await buyAndSave(page);
  await page.setViewportSize({ width: 1280, height: 120 });
  await openProduct(page, goods.plain.handle);
  await phase(page, 'ready');
  await expect(button(page)).not.toBeInViewport();
  await button(page).scrollIntoViewIfNeeded();
  await phase(page, 'animation-complete');
});

test('[4.29] a button under 170 pixels is plain for good', async ({ page }) => {
  await buyAndSave(page);
  await openProduct(page, goods.plain.handle);
  await phase(page, 'animation-complete');
  await widen(page, 170);
  await phase(page, 'animation-complete');
  await widen(page, 169);
  await expect(button(page)).not.toHaveAttribute('data-face');
  expect(faces(page)).toEqual([]);
  await widen(page, 400);
  await expect(button(page)).toBeVisible();
  await expect(button(page)).not.toHaveAttribute('data-face');
  expect(faces(page)).toEqual([]);

  // Narrow from the start: the wallet is not even asked.
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('login_with_shop')) requests.push(request.url());
  });
  await page.addInitScript((tag) => {
    const narrow = new CSSStyleSheet();
    narrow.replaceSync(`${tag} { inline-size: 169px !important }`);
    document.adoptedStyleSheets.push(narrow);
  }, PRODUCT);
  await openProduct(page, goods.plain.handle);
  await expect(button(page)).toBeEnabled();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await widen(page, 400);
  expect((await button(page).boundingBox())?.width).toBeGreaterThan(170);
  await expect(button(page)).not.toHaveAttribute('data-face');
  expect(requests).toEqual([]);
});
