import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { applePay } from './support/apple-pay.js';
import { googlePay } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { metaPay } from './support/meta-pay.js';
import { offered, openOffered, placements, press, walletButton } from './support/placements.js';
import { runs } from './support/selection.js';
import { expect, test } from './support/test.js';

/** The wallets with a sheet on the page. Each page is tested with one of them. */
const wallets = [
  { wallet: googlePay, shopOptions: { googlePay: true }, everywhere: true },
  { wallet: applePay, shopOptions: { googlePay: false, applePay: true }, everywhere: false },
  { wallet: metaPay, shopOptions: { googlePay: false, metaPay: true }, everywhere: false },
] as const;

/** A colour scheme of the screen. */
const schemes = [
  ['usual', {}],
  ['forced', { forcedColors: 'active' }],
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
] as const;

/** Whether an element has the focus, also within a shadow root. */
const focused = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    return root.activeElement === element;
  });

/** Presses Tab from the start of the page until the button has the focus. */
async function tabTo(page: Page, button: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await focused(button)) return;
  }
}

/** The contrast ratio (WCAG) of the darkest and the lightest colour in a screenshot of the button. */
async function contrast(page: Page, button: Locator): Promise<number> {
  const picture = (await button.screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const linear = (channel: number): number =>
      channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    const [red, green, blue] = [0.2126, 0.7152, 0.0722];
    let least = 1;
    let most = 0;
    for (let at = 0; at < data.length; at += 4) {
      const luminance =
        red * linear((data[at] ?? 0) / 255) +
        green * linear((data[at + 1] ?? 0) / 255) +
        blue * linear((data[at + 2] ?? 0) / 255);
      least = Math.min(least, luminance);
      most = Math.max(most, luminance);
    }
    return (most + 0.05) / (least + 0.05);
  }, picture);
}

for (const { wallet, shopOptions, everywhere } of wallets)
  test.describe(wallet.name, () => {
    const { name, cancel, sheet, sheetReady } = wallet;
    test.use({ shopOptions });

    for (const placement of placements) {
      const onProduct = placement.name === 'product';
      const onceEach = runs({ release: !onProduct });
      test(
        `[B.09] ${name} on the ${placement.name} page and its sheet have no accessibility faults`,
        runs({ release: !everywhere && !onProduct, phone: everywhere && onProduct }),
        async ({ page }) => {
          await openOffered(page, placement, goods.plain);
          expect(await accessibilityFaults(page)).toEqual([]);
          await press(page, placement);
          await sheetReady(page);
          expect(await accessibilityFaults(page)).toEqual([]);
        },
      );

      test(
        `[B.09] by keyboard alone the ${placement.name} page's ${name} opens and closes, and the focus returns`,
        onceEach,
        async ({ page }) => {
          await openOffered(page, placement, goods.plain);
          const button = walletButton(page, placement);
          await tabTo(page, button);
          await page.keyboard.press('Enter');
          await sheetReady(page);
          await page.keyboard.press('Escape');
          await expect(sheet(page)).toBeHidden();
          await expect.poll(() => focused(button)).toBe(true);
        },
      );

      test(
        `[B.09] in every colour scheme ${name}'s mark contrasts with the ${placement.name} page's button`,
        onceEach,
        async ({ page }) => {
          await placement.open(page, goods.plain);
          for (const [scheme, media] of schemes)
            await test.step(scheme, async () => {
              await page.emulateMedia(media);
              await page.reload();
              await offered(page, placement);
              await expect(walletButton(page, placement).locator('path')).not.toHaveCount(0);
              expect(await contrast(page, walletButton(page, placement))).toBeGreaterThan(4.5);
            });
        },
      );
    }

    test(
      `[B.09] with reduced motion ${name}'s sheet and button do not move`,
      runs({ release: !everywhere }),
      async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        const [placement] = placements;
        if (placement === undefined) throw new Error('no placement');
        await openOffered(page, placement, goods.plain);
        await press(page, placement);
        await sheetReady(page);
        const moving = await page.evaluate(() =>
          document
            .getAnimations()
            .filter(
              ({ playState, effect }) =>
                playState === 'running' && Number(effect?.getComputedTiming().activeDuration ?? 0) > 1,
            )
            .map(({ id, effect }) => `${id} ${(effect as KeyframeEffect).target?.className ?? ''}`),
        );
        expect(moving).toEqual([]);
        await cancel(page);
      },
    );
  });
