import { cookie } from '../../base/cookie.ts';

const KEY = 'discount_code';

/**
 * The discount code a theme or a shared link left behind under `discount_code`: this tab's, else the browser's, else
 * the shop's cookie. Reading may be forbidden or the value broken; that is no reason not to sell.
 */
export function storedDiscountCode(): string | null {
  for (const read of [
    () => sessionStorage.getItem(KEY),
    () => localStorage.getItem(KEY),
    () => decodeURIComponent(cookie(KEY) ?? ''),
  ]) {
    try {
      // Stryker disable next-line OptionalChaining: without a value trim fails, and what fails is skipped, too.
      const code = read()?.trim();
      if (code) return code;
    } catch {
      // Storage is switched off here, or the cookie is not percent-encoded text: try the next place.
    }
  }
  return null;
}
