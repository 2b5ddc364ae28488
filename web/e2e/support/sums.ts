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

/** The amount due in the checkout, or what is due besides the delivery that is still to be chosen. */
export const due = (page: Page): Locator =>
  page.getByText(/^Celkem (?:k úhradě|bez dopravy)$/).locator('xpath=following-sibling::*');

/** Parts minus total in the checkout, without a tax that the prices include. Not 0 while a choice is being saved. */
export async function excess(page: Page): Promise<number> {
  const totals = page.locator('.co-totals').first();
  const minorIn = async (rows: string): Promise<number> => {
    const texts = await totals.locator(`${rows} dd`).allTextContents();
    return texts.reduce((sum, text) => sum + Number(minorOf(text)), 0);
  };
  const total = '.co-totals__row--total';
  return (await minorIn(`.co-totals__row:not(${total}, .co-totals__row--tax)`)) - (await minorIn(total));
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
