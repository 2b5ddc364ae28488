/** What the shopper reads where the device could not prove by work that a person is ordering. */
export const CAPTCHA_TITLE = 'Ještě jedna otázka';
export const CAPTCHA_ANSWER = 'Ověřujeme, že objednávku neposílá stroj.';
export const CAPTCHA_SEND = 'Odpovědět a objednat s\u00a0povinností platby';
export const CAPTCHA_EMPTY = 'Napište odpověď na otázku.';
export const CAPTCHA_WRONG = 'To není správně. Zkuste to prosím znovu.';
export const CAPTCHA_FAILED =
  'Nepodařilo se ověřit, že objednávku neposílá stroj. Zkuste to prosím za chvíli znovu, nebo z jiného zařízení.';
