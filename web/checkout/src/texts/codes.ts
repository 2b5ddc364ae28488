/** Discount codes and gift cards in the checkout. */
export const CODE_FIELD = 'Slevový kód nebo dárková karta';
export const APPLY_CODE = 'Použít';
export const MISSING_CODE = 'Napište prosím kód.';
export const UNKNOWN_CODE = 'Takový kód neznáme. Zkontrolujte prosím, jestli v něm není překlep.';
export const CODE_NOT_SAVED = 'Kód se nepodařilo ověřit. Zkuste to prosím znovu.';
export const CODE_NOT_APPLIED = 'Kód se nepodařilo uplatnit. Zkontrolujte ho prosím.';
export const CODE_NOT_REMOVED = 'Odebrání se nepodařilo uložit. Zkuste to prosím znovu.';
export const CODE_PAUSED = 'teď se neuplatní';

/** A row of the sums: `Sleva (LETO10)`. */
export function discountLabel(name: string): string {
  return `Sleva (${name})`;
}

/** What gift cards leave of the total. */
export const LEFT_TO_PAY = 'Zbývá doplatit';

/** A row of the sums: `Dárková karta …2026`. */
export function giftCardLabel(lastCharacters: string): string {
  return `Dárková karta …${lastCharacters}`;
}

export function removeDiscountLabel(code: string): string {
  return `Odebrat slevový kód ${code}`;
}

export function removeGiftCardLabel(lastCharacters: string): string {
  return `Odebrat dárkovou kartu …${lastCharacters}`;
}

/** What a payment in cash adds or takes off, because there are no smaller coins. */
export const ROUNDING = 'Zaokrouhlení';
