import { abortable } from '../../../base/wait.ts';
import { loadSdk } from '../load-sdk.ts';
import type { CreateWalletAdapter, Eligibility, IneligibleReason } from '../protocol.ts';
import { operations } from './operations.ts';
import { parseParams, type PayPalParams } from './params.ts';
import type { Funding, Instance, Sdk } from './types.ts';
import { openWindow } from './window.ts';

/** A private name, so that a theme's own `window.paypal` is not overwritten. */
export const NAMESPACE = 'acceleratedCheckoutPayPal';

/** The vendor's global, by our name. */
const vendor = (): Sdk | undefined => (globalThis as { [NAMESPACE]?: Sdk })[NAMESPACE];

const no = (reason: IneligibleReason): Eligibility => ({ eligible: false, reason });

/** Creates an instance with one component; null if the buyer cannot pay with it. */
async function ask(
  sdk: Sdk,
  funding: Funding,
  { clientId, currencyCode, testBuyerCountry, merchantId }: PayPalParams,
  keepsAccount: boolean,
): Promise<Instance | null> {
  const instance = await sdk.createInstance({
    clientId,
    components: [`${funding}-payments`] as const,
    locale: 'cs-CZ',
    ...(testBuyerCountry !== null && { testBuyerCountry }),
    ...(merchantId !== null && { merchantId }),
  });
  const methods = await instance.findEligibleMethods({
    currencyCode,
    paymentFlow: keepsAccount ? 'VAULT_WITHOUT_PAYMENT' : 'ONE_TIME_PAYMENT',
  });
  return methods.isEligible(funding) ? instance : null;
}

/** PayPal, or Venmo through PayPal, with one page's parameters. */
export const createPopupWallet =
  (funding: Funding): CreateWalletAdapter =>
  (walletParams) => {
    const params = parseParams(walletParams);
    let instance: Instance | null = null;
    return {
      check: async ({ hasSellingPlan }, signal) => {
        if (!params) return no('invalidWalletParams');
        try {
          await loadSdk(params.sdkUrl, signal, ({ dataset }) => {
            dataset['namespace'] = NAMESPACE;
          });
        } catch {
          return no(signal.aborted ? 'timeout' : 'sdkUnavailable');
        }
        const sdk = vendor();
        if (!sdk) return no('sdkUnavailable');
        try {
          const keepsAccount = hasSellingPlan || params.requiresBillingAgreement;
          instance = await abortable(ask(sdk, funding, params, keepsAccount), signal);
          return instance ? { eligible: true } : no('notReady');
        } catch {
          return no(signal.aborted ? 'timeout' : 'notReady');
        }
      },
      open: (setup, handlers) =>
        params && instance ? openWindow(instance, funding, params, setup, handlers) : 'notReady',
      operations,
    };
  };
