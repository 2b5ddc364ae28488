/** Adyen's express buttons as its documentation mounts them: the components by name, so that the rest is left out. */
import { AdyenCheckout, ApplePay, GooglePay, PayPal } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';

/** What Adyen's server would answer for a merchant with these three. */
const paymentMethodsResponse = {
  paymentMethods: [
    { type: 'googlepay', name: 'Google Pay', configuration: { merchantId: '0', gatewayMerchantId: 'Bench' } },
    { type: 'applepay', name: 'Apple Pay', configuration: { merchantId: '0', merchantName: 'Bench' } },
    { type: 'paypal', name: 'PayPal', configuration: { merchantId: '0', intent: 'capture' } },
  ],
};

/**
 * Mounts a component where its wallet is available. Answers with what became of it.
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
/** A place of its own for each. */
const add = () => place.appendChild(document.createElement('div'));
const [googlepay, applepay, paypal] = await Promise.all([
  mount(add(), new GooglePay(checkout, { isExpress: true })),
  mount(add(), new ApplePay(checkout, { isExpress: true })),
  mount(add(), new PayPal(checkout, { isExpress: true })),
]);
Object.assign(globalThis, { benchMounted: { googlepay, applepay, paypal } });
