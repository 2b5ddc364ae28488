import { expect, type Locator, type Page } from '@playwright/test';

/** The digits of a price, to compare prices across formats: `1 290,50 Kč` and `1290.50` are `129050`. */
export function minorOf(text: string): string {
  const [whole = '', fraction = ''] = text.split(/[,.](?=\d{1,2}(?:\D|$))/);
  const digits = (part: string): string => part.replace(/\D/g, '');
  return digits(whole) + digits(fraction).padEnd(2, '0').slice(0, 2);
}

/** The last amount of a text, which is the total of a sheet or summary. */
export async function lastAmount(place: Locator): Promise<string> {
  const amounts = (await place.innerText()).match(/\d[\d\s.,]*\s*(?:Kč|€|zł|US\$)/g);
  return amounts?.at(-1) ?? '';
}

/** The amount due in the checkout. */
export const due = (page: Page): Locator =>
  page.getByText('Celkem k úhradě').locator('xpath=following-sibling::*');

/** Parts minus sum in the checkout, with duties and taxes added. Not 0 while a choice is being saved. */
export async function excess(page: Page): Promise<number> {
  const texts = await page.locator('.co-totals').first().locator('dd').allTextContents();
  const amounts = texts.map((text) => Number(minorOf(text)));
  return amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0) - (amounts.at(-1) ?? 0);
}

/** Opens the checkout's summary, which phones fold. Waits for the scripts, because an earlier press would be lost. */
export async function unfoldSummary(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: /Souhrn objednávky/ });
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  await expect(async () => {
    if (!(await toggle.isVisible())) return;
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 });
  }).toPass();
}
