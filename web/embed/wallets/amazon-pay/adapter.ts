import { loadSdk } from '../load-sdk.ts';
import type {
  CreateWalletAdapter,
  Eligibility,
  IneligibleReason,
  OpenSheet,
  SheetHandlers,
} from '../protocol.ts';
import { configOperations } from './operations.ts';
import { parseParams, type AmazonPayParams } from './params.ts';
import { checkoutSettings } from './settings.ts';
import type { AmazonSdk } from './types.ts';

/** `amazon.Pay`, if the script has defined it. */
const vendor = (): AmazonSdk | undefined =>
  (globalThis as { amazon?: { readonly Pay?: AmazonSdk } }).amazon?.Pay;

const no = (reason: IneligibleReason): Eligibility => ({ eligible: false, reason });

/** Called with the settings of each checkout, before the browser leaves. */
export type LeavingListener = (
  settings: NonNullable<ReturnType<typeof checkoutSettings>>,
  signal: AbortSignal,
) => void;

/** Sends the browser to Amazon's pages as soon as there are settings for them. */
function leave(
  sdk: AmazonSdk,
  params: AmazonPayParams,
  handlers: SheetHandlers,
  leaving: LeavingListener,
): OpenSheet {
  const closing = new AbortController();
  const begin = async (): Promise<void> => {
    const reply = await handlers.vendorPageWanted(params);
    if (closing.signal.aborted) return;
    if (reply.kind === 'end') {
      handlers.closed({ kind: 'failed', code: reply.error.code });
      return;
    }
    const settings = checkoutSettings(params, reply.settings);
    if (!settings) throw new Error('The settings have no signed payload');
    leaving(settings, closing.signal);
    sdk.initCheckout(settings);
    handlers.closed({ kind: 'left' });
  };
  begin().catch((error: unknown) => {
    console.warn('accelerated-checkout:', error);
    handlers.closed({ kind: 'failed', code: 'INIT_CHECKOUT' });
  });
  return {
    close: () => {
      closing.abort();
    },
  };
}

/** A wallet of the retailer's, which asks this endpoint of the server for its settings. */
export const createRetailerWallet =
  (endpoint: string, leaving: LeavingListener): CreateWalletAdapter =>
  (walletParams) => {
    const params = parseParams(walletParams);
    return {
      check: async (_goods, signal) => {
        if (!params) return no('invalidWalletParams');
        try {
          await loadSdk(params.sdkUrl, signal);
        } catch {
          return no(signal.aborted ? 'timeout' : 'sdkUnavailable');
        }
        return vendor() ? { eligible: true } : no('sdkUnavailable');
      },
      open: (_setup, handlers) => {
        const sdk = vendor();
        return params && sdk ? leave(sdk, params, handlers, leaving) : 'notReady';
      },
      operations: configOperations(endpoint),
    };
  };
