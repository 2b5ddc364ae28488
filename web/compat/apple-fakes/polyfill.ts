/** Apple's globals by `applepayjs-polyfill`. It calls the page's handlers one after the other, like a buyer who agrees. */
import { setupApplePaySession } from 'applepayjs-polyfill';
import { mint, note, REDACTED, WHOLE } from './buyer.js';

type Update = Parameters<typeof note>[1] & {
  readonly newShippingMethods?: readonly { readonly identifier: string }[];
};

let merchantSession: unknown = null;
let agreed = false;
const contact = (): ApplePayJS.ApplePayPaymentContact => (agreed ? WHOLE : REDACTED);

const fake = setupApplePaySession({
  createShippingContact: contact,
  createBillingContact: contact,
  // The polyfill asks for the token before it asks for the contacts.
  createPaymentToken: () => {
    agreed = true;
    return mint(merchantSession);
  },
  // If the page requests no address, the polyfill reports the card instead.
  shouldTriggerPaymentMethodChange: true,
});

/** The polyfill's state of a purchase. It reads the shipping method only when it selects one. */
const { __applePaySessionPolyfill: choices } = fake.ApplePaySession as unknown as {
  readonly __applePaySessionPolyfill: { selectShippingMethodId?: string | undefined };
};

/** The polyfill's session, with a log. */
class Session extends fake.ApplePaySession {
  constructor(version: number, request: ApplePayJS.ApplePayPaymentRequest) {
    // The polyfill's country lists are older than Apple Pay in Czechia.
    super(version, { ...request, countryCode: 'FR', currencyCode: 'EUR' });
    note(`new ${String(version)}`);
    const { begin, completePayment, completeMerchantValidation } = this;
    const { completePaymentMethodSelection, completeShippingContactSelection } = this;
    const { completeShippingMethodSelection } = this;
    this.begin = () => {
      note('begin');
      begin.call(this);
    };
    this.completeMerchantValidation = (session: unknown) => {
      note('completeMerchantValidation');
      merchantSession = session;
      completeMerchantValidation.call(this, session);
    };
    this.completePaymentMethodSelection = (update: Update) => {
      note('completePaymentMethodSelection', update);
      completePaymentMethodSelection.call(this, update);
    };
    this.completeShippingContactSelection = (update: Update) => {
      note('completeShippingContactSelection', update);
      choices.selectShippingMethodId = update.newShippingMethods?.[1]?.identifier;
      completeShippingContactSelection.call(this, update);
    };
    this.completeShippingMethodSelection = (update: Update) => {
      note('completeShippingMethodSelection', update);
      completeShippingMethodSelection.call(this, update);
    };
    this.completePayment = (result: { readonly status: number }) => {
      note(`completePayment ${String(result.status)}`);
      completePayment.call(this, result);
    };
  }
}

Object.assign(globalThis, { ApplePaySession: Session, ApplePayError: fake.ApplePayError });
