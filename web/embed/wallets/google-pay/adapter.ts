import { abortable } from '../../../base/wait.ts';
import { loadSdk } from '../load-sdk.ts';
import type {
  Eligibility,
  IneligibleReason,
  OpenSheet,
  SheetClosing,
  SheetHandlers,
  SheetSetup,
  WalletAdapter,
  WalletParams,
} from '../protocol.ts';
import { members } from '../../../base/read.ts';
import { authorise } from './auth.ts';
import { sheetCallbacks } from './callbacks.ts';
import { parseParams, type GooglePayParams } from './params.ts';
import { paymentDataRequest, readyRequest } from './request.ts';
import type { Api } from './types.ts';

/** The adapter's dependencies. */
export interface AdapterContext {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The vendor's global. Other scripts of Google's share its name, so it may be there without payments. */
function vendorApi(): Api | null {
  const shared = globalThis as { google?: { payments?: { api?: Api } } };
  return shared.google?.payments?.api ?? null;
}

const no = (reason: IneligibleReason): Eligibility => ({ eligible: false, reason });

/** Loads the vendor's script and queries it. */
async function ask(
  params: GooglePayParams,
  hasSellingPlan: boolean,
  signal: AbortSignal,
): Promise<Eligibility> {
  await loadSdk(params.sdkUrl, signal);
  const api = vendorApi();
  if (!api) return no('sdkUnavailable');
  try {
    const client = new api.PaymentsClient({ environment: params.environment });
    const answer = client.isReadyToPay(readyRequest(params, hasSellingPlan));
    return (await abortable(answer, signal)).result ? { eligible: true } : no('notReady');
  } catch (error) {
    if (signal.aborted) throw error;
    return no('notReady');
  }
}

/** How a failed sheet closed, by the vendor's error. */
export function closingOf(rejection: unknown): SheetClosing {
  const { statusCode } = members(rejection);
  if (statusCode === 'CANCELED') return { kind: 'cancelled' };
  return { kind: 'failed', code: typeof statusCode === 'string' ? statusCode : 'UNKNOWN' };
}

function show(
  { PaymentsClient }: Api,
  params: GooglePayParams,
  jwt: string,
  setup: SheetSetup,
  handlers: SheetHandlers,
): OpenSheet {
  // One client for each sheet, so that late callbacks of a closed sheet reach the flow of that sheet, which is over.
  const paymentDataCallbacks = sheetCallbacks(handlers, params.countryCode);
  const { environment } = params;
  // The executor runs synchronously, in the task of the click; an exception becomes a rejection.
  new Promise((resolve) => {
    const client = new PaymentsClient({ environment, paymentDataCallbacks });
    resolve(client.loadPaymentData(paymentDataRequest(params, jwt, setup)));
  }).then(
    () => {
      handlers.closed({ kind: 'completed' });
    },
    (rejection: unknown) => {
      handlers.closed(closingOf(rejection));
    },
  );
  // A page cannot close Google's sheet: the flow answers every later step with the end, which the sheet shows.
  return { close: () => undefined };
}

/** Google Pay with one page's parameters. */
export function createGooglePay(walletParams: WalletParams, { now }: AdapterContext): WalletAdapter {
  const params = parseParams(walletParams);

  /** The inputs of a sheet for these goods, or the reason why it cannot be opened. */
  const prepare = (
    requiresShipping: boolean,
  ): { params: GooglePayParams; jwt: string } | IneligibleReason => {
    // Row 5.10: refused for digital carts.
    if (!requiresShipping) return 'digitalCart';
    if (!params) return 'invalidWalletParams';
    const authorisation = authorise(params.auth, now());
    return 'reason' in authorisation ? authorisation.reason : { params, jwt: authorisation.jwt };
  };

  return {
    check: async ({ requiresShipping, hasSellingPlan }, signal) => {
      const prepared = prepare(requiresShipping);
      if (typeof prepared === 'string') return no(prepared);
      try {
        return await ask(prepared.params, hasSellingPlan, signal);
      } catch {
        return no(signal.aborted ? 'timeout' : 'sdkUnavailable');
      }
    },
    open: (setup, handlers) => {
      // Anew: minutes may have passed since the check.
      const prepared = prepare(setup.requiresShipping);
      if (typeof prepared === 'string') return prepared;
      const api = vendorApi();
      return api ? show(api, prepared.params, prepared.jwt, setup, handlers) : 'sdkUnavailable';
    },
  };
}
