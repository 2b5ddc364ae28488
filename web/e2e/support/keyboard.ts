import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** More than any page of the demo has. */
const MOST_STOPS = 90;

/** A place is described by its tag and its name, so that a failure says where the focus was. */
interface Stop {
  readonly place: string;
  readonly isLost: boolean;
  readonly isVisible: boolean;
}

/** Where the focus is, and whether a person sees it. A frame shows the focus in its own document. */
const stopOf = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    let place = document.activeElement;
    while (place?.shadowRoot?.activeElement) place = place.shadowRoot.activeElement;
    const isLost = place === null || place === document.body;
    // A field that is drawn by its label or its box shows the focus there.
    const around = [
      place,
      place?.nextElementSibling,
      place?.parentElement,
      place?.parentElement?.parentElement,
    ];
    const isOutlined = (one: Element | null | undefined): boolean => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    };
    const isFrame = place instanceof HTMLIFrameElement;
    const name =
      place?.getAttribute('aria-label') ?? place?.getAttribute('name') ?? place?.textContent?.trim();
    return {
      place: `${place?.tagName.toLowerCase() ?? 'nothing'} ${name?.slice(0, 40) ?? ''}`,
      isLost,
      isVisible: isFrame || around.some(isOutlined),
    };
  });

/** Asserts that the focus is somewhere, and that its place shows it. */
export async function expectFocusShown(page: Page): Promise<void> {
  const { place, isLost, isVisible } = await stopOf(page);
  expect({ place, isLost, isVisible }).toEqual({ place, isLost: false, isVisible: true });
}

/** Asserts that a new view has taken the focus: a heading or dialog may take it without an outline. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(async () => (await stopOf(page)).isLost).toBe(false);
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.ownerDocument.hasFocus() && element.matches(':focus'));

/** Presses Tab until something has the focus. Every stop on the way must show it. */
async function tabUntil(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  isThere: () => Promise<boolean>,
): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await isThere()) return;
    await page.keyboard.press(key);
    await expectFocusShown(page);
  }
  throw new Error(`not reached in ${String(MOST_STOPS)} stops`);
}

/** Moves the focus to an element that is there and can be used. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeEnabled();
  await tabUntil(page, key, () => isFocused(target));
}

/** Moves the focus to a button or link and presses it. */
export async function pressByKey(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Moves the focus to a field and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Moves the focus to the group of a radio button, and chooses by the arrows. */
export async function chooseByArrows(page: Page, radio: Locator): Promise<void> {
  await expect(radio).toBeEnabled();
  const isInGroup = (): Promise<boolean> =>
    radio.evaluate(
      (element) =>
        element instanceof HTMLInputElement &&
        document.activeElement instanceof HTMLInputElement &&
        document.activeElement.name === element.name,
    );
  await tabUntil(page, 'Tab', isInGroup);
  for (let step = 0; step < MOST_STOPS && !(await radio.isChecked()); step += 1) {
    await page.keyboard.press('ArrowDown');
    await expectFocusShown(page);
  }
  await expect(radio).toBeChecked();
}

/** From the beginning of a page to its content, by the link for it. */
export async function skipToContent(page: Page): Promise<void> {
  await pressByKey(page, page.getByRole('link', { name: 'Přeskočit na obsah' }));
}
