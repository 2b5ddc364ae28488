import { expect, type Locator, type Page } from '@playwright/test';

/** The button of an emulated wallet's picker. Its name is the label and the present choice. */
export const picker = (place: Page | Locator, label: string): Locator =>
  place.getByRole('button', { name: new RegExp(`^${label}`) });

/** Opens a picker. Resolves to its radio group. */
export async function openPicker(place: Page | Locator, label: string): Promise<Locator> {
  await picker(place, label).click();
  return place.getByRole('radiogroup', { name: label });
}

/** What a choice is known by: the emulation's ID, or a part of its text. */
export type Wanted = { readonly id: string } | { readonly text: RegExp };

/** Chooses in a picker, which then closes. */
export async function pickIn(place: Page | Locator, label: string, wanted: Wanted): Promise<void> {
  const group = await openPicker(place, label);
  const choice =
    'id' in wanted
      ? group.locator(`label:has(input[value="${wanted.id}"])`)
      : group.locator('label', { hasText: wanted.text });
  await choice.click();
  await expect(group).toHaveCount(0);
}
