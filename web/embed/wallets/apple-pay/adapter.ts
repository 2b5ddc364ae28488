import { loadSdk } from '../load-sdk.ts';
import type { CreateWalletAdapter, Eligibility, IneligibleReason } from '../protocol.ts';
import { operations } from './operations.ts';
import { parseParams } from './params.ts';
import { openApplePaySheet } from './open-sheet.ts';

/** The newest supported version, and the oldest with errors that point at fields. */
const NEWEST = 14;
const OLDEST = 3;

/** Apple's global, if the browser has it. */
const vendor = (): typeof ApplePaySession | undefined =>
  (globalThis as { ApplePaySession?: typeof ApplePaySession }).ApplePaySession;

/** The newest common version; undefined if there is none. */
function version(): number | undefined {
  const session = vendor();
  for (let candidate = NEWEST; candidate >= OLDEST; candidate -= 1)
    if (session?.supportsVersion(candidate)) return candidate;
  return undefined;
}

const no = (reason: IneligibleReason): Eligibility => ({ eligible: false, reason });

/** Whether Apple Pay is available. Detected by features, never by the browser's name. */
function ask(): Eligibility {
  try {
    if (!vendor()) return no('sdkUnavailable');
    // Throws e.g. on pages without TLS.
    return vendor()?.canMakePayments() && version() !== undefined ? { eligible: true } : no('notReady');
  } catch {
    return no('notReady');
  }
}

/** Apple Pay with one page's parameters. */
export const createApplePay: CreateWalletAdapter = (walletParams) => {
  const params = parseParams(walletParams);
  return {
    check: async (_goods, signal) => {
      if (!params) return no('invalidWalletParams');
      try {
        if (params.sdkUrl !== null) await loadSdk(params.sdkUrl, signal);
        return ask();
      } catch {
        return no(signal.aborted ? 'timeout' : 'sdkUnavailable');
      }
    },
    open: (setup, handlers) => {
      const supported = version();
      if (!params) return 'invalidWalletParams';
      return supported === undefined ? 'notReady' : openApplePaySheet(supported, params, setup, handlers);
    },
    operations,
  };
};
