import { afterEach, beforeEach, vi } from 'vitest';
import { CHECKOUT_URL } from './api.ts';
import { contact, openSheet, scriptedServer } from './sheet.ts';

export const WALLET_TITLE = 'Peněženka Google Pay není k dispozici';

/** The checkout's address with the flag of a deceleration. */
export const toCheckout = (flag = ''): string =>
  `${CHECKOUT_URL}&storefront_wallet=true${flag === '' ? '' : `&${flag}=true`}`;

/** Opens a sheet and has it show an address's totals. */
export async function shown(
  script: Parameters<typeof scriptedServer>[0] = {},
  over: Parameters<typeof openSheet>[0] = {},
) {
  const server = scriptedServer(script);
  const sheet = openSheet(over);
  await sheet.handlers.opened();
  const preview = await sheet.handlers.addressSelected(contact());
  return { server, sheet, preview };
}

/** For each test of a file: a clock that stands still, a silent console, and a visitor who may be counted. */
export function standStill(): void {
  beforeEach(() => {
    document.cookie = '_tracking_consent=3A; path=/';
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    document.cookie = '_tracking_consent=; path=/; max-age=0';
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
