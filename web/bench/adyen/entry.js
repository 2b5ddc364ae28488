/** Adyen's express buttons, mounted as its documentation says. Components are imported by name, so the bundler omits the rest. */
import { AdyenCheckout, ApplePay, GooglePay, PayPal } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';

/** The payment methods that Adyen's server returns for a merchant with these three wallets. */
const paymentMethodsResponse = {
  paymentMethods: [
    { type: 'googlepay', name: 'Google Pay', configuration: { merchantId: '0', gatewayMerchantId: 'Bench' } },
    { type: 'applepay', name: 'Apple Pay', configuration: { merchantId: '0', merchantName: 'Bench' } },
    { type: 'paypal', name: 'PayPal', configuration: { merchantId: '0', intent: 'capture' } },
  ],
};

/**
 * Mounts a component if its wallet is available. Resolves to the outcome.
 * @param {HTMLElement} place @param {import('@adyen/adyen-web').UIElement} component
 */
async function mount(place, component) {
  try {
    await component.isAvailable();
    component.mount(place);
    return 'mounted';
  } catch (error) {
    return String(error);
  }
}

const checkout = await AdyenCheckout({
  environment: 'test',
  clientKey: 'test_BENCH',
  locale: 'cs-CZ',
  countryCode: 'CZ',
  amount: { value: 19_900, currency: 'CZK' },
  paymentMethodsResponse,
});
const place = document.createElement('div');
document.querySelector('accelerated-checkout-cart')?.append(place);
/** Each button gets its own container. */
const add = () => place.appendChild(document.createElement('div'));
const [googlepay, applepay, paypal] = await Promise.all([
  mount(add(), new GooglePay(checkout, { isExpress: true })),
  mount(add(), new ApplePay(checkout, { isExpress: true })),
  mount(add(), new PayPal(checkout, { isExpress: true })),
]);
Object.assign(globalThis, { benchMounted: { googlepay, applepay, paypal } });
