import { expect, type Frame, type Page } from '@playwright/test';
import { accessibilityFaults } from '../support/accessibility.js';
import { looks } from './looks.js';
import { keepForTour } from './tour.js';

const FOLDER = 'target/pictures';

/** With forced colours axe compares the page's own colours in part, and the browser shows the system's. */
const REPLACED = ['color-contrast'];

/** What a picture shows: the whole page, or only what is visible, for what is drawn over a page. */
type Extent = 'page' | 'window';

/** Waits until the page has drawn itself with its fonts, and has no transition under way. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    );
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });

/** Resolves once a frame is drawn. The browser calls no animation callback of a frame that is not in view. */
const drawn = (frame: Frame): Promise<void> =>
  frame.evaluate(async () => {
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  });

/**
 * Chromium leaves a frame of another origin blank in a picture of the whole page where it is not in view. With such a frame the
 * window becomes as high as the page.
 */
async function showFrames(page: Page, width: number): Promise<void> {
  const inside = page.frames().filter((frame) => frame !== page.mainFrame());
  const visible = await Promise.all(inside.map(async (frame) => (await frame.frameElement()).isVisible()));
  const shown = inside.filter((_, index) => visible[index] === true);
  if (shown.length === 0) return;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  await Promise.all(shown.map(drawn));
}

/** Takes a picture of the page in every look, keeps those of the tour, and demands that axe finds nothing in any. */
export async function photograph(page: Page, name: string, extent: Extent = 'page'): Promise<void> {
  for (const { name: look, size, media } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia(media);
    await settled(page);
    if (extent === 'page') await showFrames(page, size.width);
    const path = `${FOLDER}/${name}/${look}.png`;
    await page.screenshot({ path, fullPage: extent === 'page' });
    await keepForTour(page, { scene: name, look, size });
    const faults = await accessibilityFaults(page, media.forcedColors === 'active' ? REPLACED : []);
    expect.soft(faults, `${name}, ${look}`).toEqual([]);
  } // The next page of the test must not be drawn with the colours of this one.
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
}
