import { isText, items, members } from '../../base/read.ts';
import { areKnown } from '../common/are-known.ts';
import { developerError } from './error.ts';
import { OneTimeSession, SaveSession } from './payment-sessions.ts';
import type {
  EligiblePaymentMethodsOutput,
  Funding,
  Instance,
  SaveSessionOptions,
  SessionOptions,
} from './types.ts';

/** The URL that the SDK opens. */
export interface Address {
  readonly approvalUrl: string;
}

const COMPONENTS: readonly string[] = ['paypal-payments', 'venmo-payments'];

/** The currencies that PayPal accepts and formats with two decimals or none. */
const CURRENCIES: readonly unknown[] =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  );

/** The payment flows that eligibility can be asked for. */
const FLOWS: readonly unknown[] = [
  'ONE_TIME_PAYMENT',
  'RECURRING_PAYMENT',
  'VAULT_WITH_PAYMENT',
  'VAULT_WITHOUT_PAYMENT',
];

/** Whether a value is missing or a string that matches the pattern. */
const isForm = (value: unknown, form: RegExp): boolean =>
  value === undefined || (typeof value === 'string' && form.test(value));

/** The fault of an instance's options; null if they are valid. */
function fault(options: unknown): string | null {
  const { clientId, clientToken, components, locale, testBuyerCountry } = members(options);
  if (isText(clientId) === isText(clientToken)) return 'either clientId or clientToken is required';
  if (!areKnown(components, COMPONENTS)) return 'components must name at least one, and only emulated ones';
  if (!isForm(locale, /^[a-z]{2}-[A-Z]{2}$/)) return 'locale must be BCP 47';
  return isForm(testBuyerCountry, /^[A-Z]{2}$/) ? null : 'testBuyerCountry must be ISO 3166-1 alpha-2';
}

/** The wallets that this buyer can pay with in a currency. */
export function eligible(currency: unknown, country: unknown): readonly Funding[] {
  if (!CURRENCIES.includes(currency)) return [];
  return currency === 'USD' && country === 'US' ? ['paypal', 'venmo'] : ['paypal'];
}

/** Creates instances as `paypal.createInstance` does. Rejects the options that PayPal's SDK rejects. */
export function instances({ approvalUrl }: Address) {
  const session = (funding: Funding) => (options: SessionOptions) =>
    new OneTimeSession(options, { funding, approvalUrl });
  const saving = (funding: Funding) => (options: SaveSessionOptions) =>
    new SaveSession(options, { funding, approvalUrl });
  return async (options: unknown): Promise<Instance> => {
    const wrong = fault(options);
    if (wrong !== null) throw developerError(wrong);
    const { components, testBuyerCountry } = members(options);
    const has = (component: string): boolean => items(components).includes(component);
    return Promise.resolve({
      findEligibleMethods: (wish) => {
        if (!FLOWS.includes(wish?.paymentFlow ?? 'ONE_TIME_PAYMENT'))
          return Promise.reject(developerError('paymentFlow is unknown'));
        const methods: readonly string[] = eligible(wish?.currencyCode, testBuyerCountry);
        return Promise.resolve({
          isEligible: (method: string) => methods.includes(method),
          getDetails: () => ({ canBeVaulted: true }),
        } as EligiblePaymentMethodsOutput);
      },
      updateLocale: () => undefined,
      ...(has('paypal-payments') && {
        createPayPalOneTimePaymentSession: session('paypal'),
        createPayPalSavePaymentSession: saving('paypal'),
      }),
      ...(has('venmo-payments') && {
        createVenmoOneTimePaymentSession: session('venmo'),
        createVenmoSavePaymentSession: saving('venmo'),
      }),
    });
  };
}
