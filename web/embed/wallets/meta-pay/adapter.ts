import { abortable } from '../../../base/wait.ts';
import { members } from '../../../base/read.ts';
import { loadSdk } from '../load-sdk.ts';
import type {
  CreateWalletAdapter,
  Eligibility,
  IneligibleReason,
  OpenSheet,
  SheetClosing,
  SheetHandlers,
  SheetSetup,
} from '../protocol.ts';
import { ChangeAnswers } from './changes.ts';
import { settle } from './consent.ts';
import { operations } from './operations.ts';
import { parseParams, scriptAddress, type MetaPayParams } from './params.ts';
import { requestArguments } from './request.ts';
import type { Api, PaymentResponse } from './types.ts';

/** The vendor's global. */
const vendorApi = (): Api | undefined => (globalThis as { metaPay?: Api }).metaPay;

const no = (reason: IneligibleReason): Eligibility => ({ eligible: false, reason });

/** No amount is known before there is a sheet; any currency serves. */
const UNKNOWN_CURRENCY = 'CZK';

/** Loads the vendor's script and asks it. */
async function ask(
  params: MetaPayParams,
  goods: Pick<SheetSetup, 'requiresShipping' | 'hasSellingPlan'>,
  signal: AbortSignal,
): Promise<Eligibility> {
  await loadSdk(scriptAddress(params), signal);
  const api = vendorApi();
  if (!api) return no('sdkUnavailable');
  try {
    const given = requestArguments(params, { ...goods, currencyCode: UNKNOWN_CURRENCY });
    const answer = new api.PaymentRequest(...given).canMakePayment();
    return (await abortable(answer, signal)) ? { eligible: true } : no('notReady');
  } catch (error) {
    if (signal.aborted) throw error;
    return no('notReady');
  }
}

/** How a failed sheet closed, by the vendor's error. */
export function closingOf(rejection: unknown): SheetClosing {
  const { code } = members(rejection);
  if (code === 'CANCELLED') return { kind: 'cancelled' };
  return { kind: 'failed', code: typeof code === 'string' ? code : 'UNKNOWN' };
}

function show(api: Api, params: MetaPayParams, setup: SheetSetup, handlers: SheetHandlers): OpenSheet {
  const answers = new ChangeAnswers(handlers, params.name);
  // The executor runs synchronously, in the task of the click; an exception becomes a rejection.
  void new Promise<PaymentResponse>((resolve) => {
    const request = new api.PaymentRequest(...requestArguments(params, setup));
    request.addEventListener('paymentdetailschanged', (event) => {
      event.updateWith(answers.answer(event.paymentDetails));
    });
    resolve(request.show());
  })
    .then((response) => settle(response, handlers, params.environment))
    .catch(closingOf)
    .then((closing) => {
      handlers.closed(closing);
    });
  // Nothing is known that closes this sheet: the flow answers every later step with the end, which the sheet shows.
  return { close: () => undefined };
}

/** Meta Pay with one page's parameters. */
export const createMetaPay: CreateWalletAdapter = (walletParams) => {
  const params = parseParams(walletParams);
  return {
    check: async (goods, signal) => {
      if (!params) return no('invalidWalletParams');
      try {
        return await ask(params, goods, signal);
      } catch {
        return no(signal.aborted ? 'timeout' : 'sdkUnavailable');
      }
    },
    open: (setup, handlers) => {
      if (!params) return 'invalidWalletParams';
      const api = vendorApi();
      return api ? show(api, params, setup, handlers) : 'sdkUnavailable';
    },
    operations,
  };
};
