import type { Frame, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { picker } from './picker.js';

/** More stops than any page has. */
const MOST_STOPS = 120;

/** Where the focus is. */
interface Stop {
  /** The element and its name, for a failure's message. */
  readonly what: string;
  /**
   * Whether an outline can be seen: the element's, of what it draws after itself, or of a box around it. What only scripts
   * focus, as the heading of a new view, needs none.
   */
  readonly isSeen: boolean;
}

const NOWHERE: Stop = { what: 'the page as a whole', isSeen: false };

/** Runs in the page. Resolves to null if the focus is within a frame. */
function stopHere(): Stop | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (active instanceof HTMLIFrameElement) return null;
  if (active === null || active === document.body || active === document.documentElement)
    return { what: 'the page as a whole', isSeen: false };
  const isOutlined = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration): boolean =>
    outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  const isLargeEnough = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 10 && height >= 10 && element.checkVisibility({ opacityProperty: true });
  };
  const marks = (element: Element): boolean =>
    isLargeEnough(element) && [null, '::after'].some((part) => isOutlined(getComputedStyle(element, part)));
  let isSeen = active instanceof HTMLElement && active.tabIndex < 0;
  for (let box: Element | null = active; box !== null && !isSeen; box = box.parentElement)
    isSeen = marks(box);
  const name = active.getAttribute('aria-label') ?? active.textContent.trim().slice(0, 40);
  return { what: `${active.localName} ${active.id} ${name}`, isSeen };
}

async function stopIn(frame: Frame): Promise<Stop> {
  const stop = await frame.evaluate(stopHere);
  if (stop !== null) return stop;
  const held = await frame.evaluateHandle(() => document.activeElement);
  const inner = await held.asElement()?.contentFrame();
  return inner ? stopIn(inner) : NOWHERE;
}

/** Asserts that something has the focus, and that it can be seen. Waits, because a view may place it after it is drawn. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect(async () => {
    const { what, isSeen } = await stopIn(page.mainFrame());
    expect(isSeen, `the focus is seen on ${what}`).toBe(true);
  }).toPass({ timeout: 20_000 });
}

/** Whether the element has the focus, also within a shadow root or a frame. */
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    return document.hasFocus() && root.activeElement === element;
  });

/** Whether the radio button or another one of its group has the focus. */
const groupHasFocus = (radio: Locator): Promise<boolean> =>
  radio.evaluate((element) => {
    const active = (element.getRootNode() as Document | ShadowRoot).activeElement;
    const isRadio = (one: Element | null): one is HTMLInputElement =>
      one instanceof HTMLInputElement && one.type === 'radio';
    return document.hasFocus() && isRadio(active) && isRadio(element) && active.name === element.name;
  });

/** Presses the key until the test holds. Asserts that the focus is seen at each stop. */
async function pressUntil(page: Page, key: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press(key);
    await expectFocusSeen(page);
  }
  throw new Error(`${key} leads nowhere`);
}

/** Presses Tab from where the focus is until the element has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await pressUntil(page, 'Tab', () => hasFocus(target));
}

/** Goes to a button or a link and presses Enter on it. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Goes to a group of radio buttons and chooses one by the arrow keys. */
export async function chooseRadio(page: Page, radio: Locator): Promise<void> {
  await expect(radio).toBeEnabled();
  await pressUntil(page, 'Tab', () => groupHasFocus(radio));
  await pressUntil(page, 'ArrowDown', () => hasFocus(radio));
  // A group without a choice has the focus on its first button, unchecked.
  if (!(await radio.isChecked())) await page.keyboard.press('Space');
  await expect(radio).toBeChecked();
}

/** Opens an emulated wallet's picker and chooses by the arrow keys. Enter closes it, and the focus returns to its button. */
export async function pickByKeyboard(page: Page, label: string, id: string): Promise<void> {
  await enter(page, picker(page, label));
  const radio = page.getByRole('radiogroup', { name: label }).locator(`input[value="${id}"]`);
  await chooseRadio(page, radio);
  await page.keyboard.press('Enter');
  await expect(radio).toHaveCount(0);
  await expect(picker(page, label)).toBeFocused();
}
