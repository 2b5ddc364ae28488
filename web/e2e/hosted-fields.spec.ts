import { accessibilityFaults } from './support/accessibility.js';
import { cards } from './support/buyer.js';
import { openPicker, picker } from './support/picker.js';
import { expect, test } from './support/test.js';

test('[8.03] the gateway’s card fields: a trial card is chosen by arrows or by a click, as in the wallets', async ({
  page,
}) => {
  await page.goto('/sandbox/gateway/hosted-fields');
  await expect(page.getByText('Zkušební provoz: nic se neplatí.')).toBeVisible();
  const number = page.getByLabel('Číslo karty');
  const chooser = picker(page, 'Zkušební karta');
  await chooser.focus();
  await page.keyboard.press('Enter');
  await expect(chooser).toHaveAttribute('aria-expanded', 'true');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(number).toHaveValue(cards.challenged);
  await expect(page.getByRole('radiogroup')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radiogroup')).toBeHidden();
  await expect(chooser).toBeFocused();
  await expect(chooser).toContainText('Ověření v bance');

  const cardsToChoose = await openPicker(page, 'Zkušební karta');
  await cardsToChoose.locator('label', { hasText: 'Banka platbu zamítne' }).click();
  await expect(cardsToChoose).toBeHidden();
  await expect(chooser).toBeFocused();
  await expect(number).toHaveValue(cards.declined);
  await expect(page.locator('output')).toHaveText('Visa');
  expect(await accessibilityFaults(page)).toEqual([]);
});
