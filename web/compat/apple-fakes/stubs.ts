/** Apple's globals by `apple-pay-js-stubs`. It leaves everything after merchant validation to a callback. */
import 'apple-pay-js-stubs/src/apple-pay-js-stubs.js';
import { mint, note, REDACTED, WHOLE } from './buyer.js';

type Update = Parameters<typeof note>[1] & {
  readonly newShippingMethods?: readonly { readonly identifier: string }[];
};
type Handler = ((event: object) => void) | undefined;
type Handlers = Readonly<
  Record<
    | 'onpaymentmethodselected'
    | 'onshippingcontactselected'
    | 'onshippingmethodselected'
    | 'onpaymentauthorized',
    Handler
  >
>;

interface Stub {
  begin(): void;
  completeMerchantValidation(session: unknown): void;
}
type StubClass = (new (version: number, request: ApplePayJS.ApplePayPaymentRequest) => Stub) & {
  stubCanMakePayments: boolean;
  stubExecuteAfterMerchantValidation: (session: Session) => void;
};

const { ApplePaySession: Fake } = globalThis as unknown as { readonly ApplePaySession: StubClass };

let merchantSession: unknown = null;
/** Called when the page has answered. */
let answered: (update: Update) => void = () => undefined;

/** The stub's session, with a log and with the members that the stub lacks. */
class Session extends Fake {
  static readonly STATUS_SUCCESS = 0;
  static readonly STATUS_FAILURE = 1;

  constructor(
    version: number,
    readonly asked: ApplePayJS.ApplePayPaymentRequest,
  ) {
    super(version, asked);
    note(`new ${String(version)}`);
  }

  override begin(): void {
    note('begin');
    super.begin();
  }

  override completeMerchantValidation(session: unknown): void {
    note('completeMerchantValidation');
    merchantSession = session;
    super.completeMerchantValidation(session);
  }

  completePaymentMethodSelection(update: Update): void {
    note('completePaymentMethodSelection', update);
    answered(update);
  }

  completeShippingContactSelection(update: Update): void {
    note('completeShippingContactSelection', update);
    answered(update);
  }

  completeShippingMethodSelection(update: Update): void {
    note('completeShippingMethodSelection', update);
    answered(update);
  }

  completePayment({ status }: { readonly status: number }): void {
    note(`completePayment ${String(status)}`);
  }
}

/** Sends the page an event and waits for its answer. */
function tell(session: Session, handler: keyof Handlers, event: object): Promise<Update> {
  return new Promise((resolve) => {
    answered = resolve;
    (session as unknown as Handlers)[handler]?.(event);
  });
}

/** The buyer chooses the card, the address and the second shipping method, and agrees. */
async function buy(session: Session): Promise<void> {
  const { requiredShippingContactFields: fields = [] } = session.asked;
  await tell(session, 'onpaymentmethodselected', {
    paymentMethod: { type: 'debit', billingContact: REDACTED },
  });
  if (fields.includes('postalAddress')) {
    const event = { shippingContact: REDACTED };
    const { newShippingMethods = [] } = await tell(session, 'onshippingcontactselected', event);
    await tell(session, 'onshippingmethodselected', { shippingMethod: newShippingMethods[1] });
  }
  const payment = { token: mint(merchantSession), billingContact: WHOLE, shippingContact: WHOLE };
  void tell(session, 'onpaymentauthorized', { payment });
}

Session.stubCanMakePayments = true;
Session.stubExecuteAfterMerchantValidation = (session) => void buy(session);

/** The stubs do not define this class. */
class ApplePayError {
  constructor(
    readonly code: string,
    readonly contactField?: string,
    readonly message?: string,
  ) {}
}

Object.assign(globalThis, { ApplePaySession: Session, ApplePayError });
