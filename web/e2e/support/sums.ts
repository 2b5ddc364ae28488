import type { Locator, Page } from '@playwright/test';

/** The digits of a price, so that it can be compared however it is written: `1 290,50 Kč` and `1290.50` are `129050`. */
export function minorOf(text: string): string {
  const [whole = '', fraction = ''] = text.split(/[,.](?=\d{1,2}(?:\D|$))/);
  const digits = (part: string): string => part.replace(/\D/g, '');
  return digits(whole) + digits(fraction).padEnd(2, '0').slice(0, 2);
}

/** The last amount of a text: what a sheet or a summary says at its end. */
export async function lastAmount(place: Locator): Promise<string> {
  const amounts = (await place.innerText()).match(/\d[\d\s.,]*\s*(?:Kč|€|zł|US\$)/g);
  return amounts?.at(-1) ?? '';
}

/** The checkout's sum to pay. */
export const due = (page: Page): Locator =>
  page.getByText('Celkem k úhradě').locator('xpath=following-sibling::*');

/** Opens the checkout's summary where a phone has folded it. */
export async function unfoldSummary(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: /Souhrn objednávky/ });
  if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-expanded')) === 'false')
    await toggle.click();
}
