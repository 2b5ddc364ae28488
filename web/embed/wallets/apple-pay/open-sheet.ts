import type {
  AuthorisedPayment,
  OpenSheet,
  SheetClosing,
  SheetErrors,
  SheetHandlers,
  SheetReply,
  SheetSetup,
  SheetView,
} from '../protocol.ts';
import { given } from '../read.ts';
import { contact, contactIn } from './contact.ts';
import { walletContent } from './content.ts';
import { applePayError, type ShownContacts } from './errors.ts';
import type { ApplePayParams } from './params.ts';
import { paymentRequest } from './request.ts';
import type { Payment, ShippingMethod } from './types.ts';
import { prices, shippingMethods, type NewPrices } from './view.ts';

/** The part of the sheet that every step updates. */
interface Update {
  readonly newPrices: NewPrices;
  readonly newShippingMethods: ShippingMethod[];
  readonly errors: ApplePayError[];
}

/** The buyer's authorisation; null if the token is malformed. */
export function authorisedPayment(
  payment: Payment,
  optionId: string | null,
  customerAccountEmail: string | null,
): AuthorisedPayment | null {
  const content = walletContent(payment);
  if (!content) return null;
  const { shippingContact, billingContact } = payment;
  const shipping = contactIn(shippingContact);
  const billing = contactIn(billingContact);
  return {
    email:
      customerAccountEmail ?? given(shippingContact?.emailAddress) ?? given(billingContact?.emailAddress),
    shipping,
    // Apple asks for one telephone number and returns it with the shipping contact, even if nothing is shipped.
    billing: billing && { ...billing, phone: billing.phone ?? shipping?.phone ?? null },
    optionId,
    content,
  };
}

/** Opens Apple's sheet with a flow's handlers (row 4.10). Call it in the task of the click. `version` must be supported. */
export function openApplePaySheet(
  version: number,
  params: ApplePayParams,
  setup: SheetSetup,
  handlers: SheetHandlers,
): OpenSheet {
  const request = paymentRequest(params, setup);
  const session = new ApplePaySession(version, request);
  let over = false;
  let view: SheetView | null = null;
  let shown: ShownContacts = { shipping: null, billing: null };

  /** Closes the sheet. Apple dispatches no event for that. */
  const close = (): void => {
    if (over) return;
    over = true;
    session.abort();
  };
  const finish = (how: SheetClosing): void => {
    over = true;
    handlers.closed(how);
  };
  const end = (): void => {
    if (over) return;
    close();
    finish({ kind: 'cancelled' });
  };
  const errorsOf = (errors: SheetErrors): ApplePayError[] =>
    errors.map((error) => applePayError(error, shown));

  /** Answers a step, unless the sheet has closed meanwhile. */
  const answer = <Reply extends { readonly kind: string }>(
    asked: Promise<Reply | { readonly kind: 'end' }>,
    complete: (reply: Exclude<Reply, { readonly kind: 'end' }>) => void,
  ): void => {
    void asked.then((reply) => {
      if (over) return;
      if (reply.kind === 'end') end();
      else complete(reply as Exclude<Reply, { readonly kind: 'end' }>);
    });
  };
  /** Answers a step that updates the sheet. */
  const change = (asked: Promise<SheetReply>, complete: (update: Update) => void): void => {
    answer(asked, (reply) => {
      view = reply.view ?? view;
      const newPrices = view
        ? prices(view, params.merchantName)
        : { newTotal: request.total, newLineItems: [] };
      const newShippingMethods = view ? shippingMethods(view) : [];
      const errors = reply.kind === 'show_error' ? errorsOf(reply.errors) : [];
      complete({ newPrices, newShippingMethods, errors });
    });
  };

  session.onvalidatemerchant = ({ validationURL }) => {
    answer(handlers.merchantValidation(validationURL), (reply) => {
      session.completeMerchantValidation(reply.session);
    });
  };
  session.onpaymentmethodselected = ({ paymentMethod: { billingContact } }) => {
    const billing = contactIn(billingContact);
    shown = { ...shown, billing };
    change(handlers.paymentMethodSelected(billing), ({ newPrices, errors }) => {
      session.completePaymentMethodSelection({ ...newPrices, errors });
    });
  };
  session.onshippingcontactselected = ({ shippingContact }) => {
    const shipping = contact(shippingContact);
    shown = { ...shown, shipping };
    change(handlers.addressSelected(shipping), ({ newPrices, ...update }) => {
      // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- a plain object to Apple
      session.completeShippingContactSelection({ ...newPrices, ...update });
    });
  };
  session.onshippingmethodselected = ({ shippingMethod: { identifier } }) => {
    change(handlers.optionSelected(identifier), ({ newPrices, newShippingMethods, errors }) => {
      // Apple shows no error here. A new list redraws the sheet, so it is sent only if the old one is wrong.
      const update = errors.length > 0 ? { ...newPrices, newShippingMethods } : newPrices;
      session.completeShippingMethodSelection(update);
    });
  };
  session.oncouponcodechanged = ({ couponCode }) => {
    change(handlers.couponEntered(couponCode), ({ newPrices, ...update }) => {
      // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- a plain object to Apple
      session.completeCouponCodeChange({ ...newPrices, ...update });
    });
  };
  session.onpaymentauthorized = ({ payment }) => {
    const { STATUS_FAILURE, STATUS_SUCCESS } = ApplePaySession;
    const optionId = setup.requiresShipping ? (view?.selectedOptionId ?? null) : null;
    const agreed = authorisedPayment(payment, optionId, params.customerAccountEmail);
    if (!agreed) {
      session.completePayment({ status: STATUS_FAILURE, errors: [new ApplePayError('unknown')] });
      return;
    }
    shown = agreed;
    answer(handlers.authorised(agreed), (reply) => {
      if (reply.kind === 'show_error') {
        session.completePayment({ status: STATUS_FAILURE, errors: errorsOf(reply.errors) });
        return;
      }
      session.completePayment({ status: STATUS_SUCCESS });
      finish({ kind: 'completed' });
    });
  };
  session.oncancel = () => {
    if (!over) finish({ kind: 'cancelled' });
  };
  session.begin();
  return { close };
}
