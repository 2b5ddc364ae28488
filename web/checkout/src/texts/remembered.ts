export const REMEMBER = 'Zapamatovat si údaje v\u00a0tomto prohlížeči';
export const REMEMBER_HINT =
  'Až objednáte: kontakt a\u00a0adresu, na 180\u00a0dní a\u00a0jen v\u00a0tomto zařízení. Platební údaje ne.';
export const USE = 'Použít uložené údaje';
export const FORGET = 'Smazat uložené údaje';
export const USED = 'Údaje jsme vyplnili. Zkontrolujte je prosím.';
export const FORGOTTEN = 'Uložené údaje jsme smazali.';
