import { isText, members } from '../../base/read.ts';
import { hasUserActivation } from '../common/user-activation.ts';
import { checkLists, checkRecurring, checkRequest, checkTotal } from './check.ts';
import { invalidAccess } from './errors.ts';
import type { Mint } from './mint.ts';
import { readPreset } from './preset.ts';
import { ApplePaySheetModel } from './sheet/model.ts';
import type { Change } from './sheet/state.ts';
import type { PaymentRequest, SheetError, Update } from './types.ts';

/** The supported versions. Before version 3 errors were numbers, which current pages do not use. */
const OLDEST = 3;
const NEWEST = 14;

/** The validation URL for the merchant's server: that of Apple's own sandbox, which this one emulates. */
const VALIDATION_URL = 'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession';

/** The dependencies of the SDK. */
export interface SessionContext {
  readonly mint: Mint;
  /** Shows a sheet in the calling task. Returns a function that closes it. */
  readonly show: (model: ApplePaySheetModel) => () => void;
}

type State = 'idle' | 'active' | 'authorized' | 'completed' | 'aborted' | 'canceled';
type Listener = ((event: Event) => void) | null;
type EventName = Change | 'validatemerchant' | 'paymentauthorized' | 'cancel';

/** The session with the open sheet. A page can have one. */
let open: object | null = null;

/** Whether a merchant session is complete, for this host and not expired. */
function isValid(session: unknown): boolean {
  const { merchantSessionIdentifier, signature, domainName, expiresAt } = members(session);
  if (!isText(merchantSessionIdentifier) || !isText(signature)) return false;
  return domainName === location.hostname && typeof expiresAt === 'number' && expiresAt > Date.now();
}

/** The global `ApplePaySession`. */
export class ApplePaySession extends EventTarget {
  /** Set once, before the class is published. */
  static context: SessionContext | null = null;

  static readonly STATUS_SUCCESS = 0;
  static readonly STATUS_FAILURE = 1;
  static readonly STATUS_INVALID_BILLING_POSTAL_ADDRESS = 2;
  static readonly STATUS_INVALID_SHIPPING_POSTAL_ADDRESS = 3;
  static readonly STATUS_INVALID_SHIPPING_CONTACT = 4;
  static readonly STATUS_PIN_REQUIRED = 5;
  static readonly STATUS_PIN_INCORRECT = 6;
  static readonly STATUS_PIN_LOCKOUT = 7;

  onvalidatemerchant: Listener = null;
  onpaymentmethodselected: Listener = null;
  onshippingcontactselected: Listener = null;
  onshippingmethodselected: Listener = null;
  oncouponcodechanged: Listener = null;
  onpaymentauthorized: Listener = null;
  oncancel: Listener = null;

  readonly #request: PaymentRequest;
  readonly #preset = readPreset();
  readonly #heard = new Set<string>();
  #state: State = 'idle';
  #validating = false;
  #model: ApplePaySheetModel | null = null;
  #hide: () => void = () => undefined;

  constructor(version: number, request: PaymentRequest) {
    super();
    if (!isSecureContext) throw invalidAccess('Apple Pay needs a secure page');
    if (!hasUserActivation()) throw invalidAccess('An ApplePaySession can be created only in a user gesture');
    if (!ApplePaySession.supportsVersion(version))
      throw invalidAccess(`Version ${String(version)} is not supported`);
    const fault = checkRequest(request);
    if (fault !== null) throw new TypeError(fault);
    this.#request = structuredClone(request);
  }

  static supportsVersion(version: number): boolean {
    return Number.isInteger(version) && version >= OLDEST && version <= NEWEST;
  }

  /** Always true on secure pages, because the buyers have cards. Throws on others, as Apple's does. */
  static canMakePayments(): boolean {
    if (!isSecureContext) throw invalidAccess('Apple Pay needs a secure page');
    return true;
  }

  static canMakePaymentsWithActiveCard(): Promise<boolean> {
    return Promise.resolve(true);
  }

  static applePayCapabilities(): Promise<ApplePayJS.PaymentCredentialStatusResponse> {
    return Promise.resolve({ paymentCredentialStatus: 'paymentCredentialsAvailable' });
  }

  static openPaymentSetup(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    this.#heard.add(given[0]);
    super.addEventListener(...given);
  }

  begin(): void {
    const { context } = ApplePaySession;
    if (!context) throw invalidAccess('Apple Pay is not set up');
    if (this.#state !== 'idle') throw invalidAccess('The session has begun already');
    if (open !== null) throw invalidAccess('The page has a sheet open already');
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- which session it is, is all that is asked
    open = this;
    this.#state = 'active';
    this.#validating = true;
    this.#model = new ApplePaySheetModel({
      request: this.#request,
      preset: this.#preset,
      mint: context.mint,
      changed: (change, detail) => this.#hears(change) && this.#fire(change, detail),
      authorised: (payment) => {
        this.#state = 'authorized';
        this.#fire('paymentauthorized', { payment });
      },
      cancelled: () => {
        this.#cancel();
      },
    });
    this.#hide = context.show(this.#model);
    setTimeout(() => {
      if (this.#state !== 'active') return;
      if (this.#hears('validatemerchant')) this.#fire('validatemerchant', { validationURL: VALIDATION_URL });
      else this.#cancel();
    });
  }

  abort(): void {
    if (this.#state !== 'active' && this.#state !== 'authorized') throw invalidAccess('No sheet is open');
    this.#end('aborted');
  }

  completeMerchantValidation(session: unknown): void {
    if (this.#state !== 'active' || !this.#validating) throw invalidAccess('No merchant is being validated');
    if (typeof session !== 'object' || session === null)
      throw new TypeError('The merchant session is not an object');
    this.#validating = false;
    if (isValid(session) && this.#preset.scenario !== 'session-expired') this.#model?.validated(session);
    else this.#cancel();
  }

  completePaymentMethodSelection(update: Update): void {
    this.#answer('paymentmethodselected', update);
  }

  completeShippingContactSelection(update: Update): void {
    this.#answer('shippingcontactselected', update);
  }

  completeShippingMethodSelection(update: Update): void {
    this.#answer('shippingmethodselected', update);
  }

  completeCouponCodeChange(update: Update): void {
    this.#answer('couponcodechanged', update);
  }

  completePayment(result: number | { readonly status: number; readonly errors?: SheetError[] }): void {
    if (this.#state !== 'authorized') throw invalidAccess('No payment was authorized');
    const { status, errors = [] } = typeof result === 'number' ? { status: result } : result;
    if (typeof status !== 'number') throw new TypeError('The status is not a number');
    if (status === ApplePaySession.STATUS_SUCCESS) {
      this.#end('completed');
      return;
    }
    this.#state = 'active';
    this.#model?.failed(errors);
  }

  #answer(change: Change, update: Update): void {
    if (this.#state !== 'active' || this.#model?.outstanding !== change)
      throw invalidAccess(`No ${change} event is waiting for an answer`);
    const { newTotal, newLineItems, newShippingMethods, newRecurringPaymentRequest } = members(update);
    const fault =
      checkTotal(newTotal) ??
      checkLists(newLineItems, newShippingMethods) ??
      checkRecurring(newRecurringPaymentRequest);
    if (fault !== null) throw new TypeError(fault);
    if (newRecurringPaymentRequest !== undefined && this.#request.recurringPaymentRequest === undefined)
      throw new TypeError('An update can change a recurring payment only if the request has one');
    this.#model.answer(update);
  }

  #hears(name: EventName): boolean {
    return this[`on${name}`] !== null || this.#heard.has(name);
  }

  #fire(name: EventName, detail: object): boolean {
    const event = Object.assign(new Event(name), detail);
    this[`on${name}`]?.(event);
    this.dispatchEvent(event);
    return true;
  }

  #cancel(): void {
    this.#end('canceled');
    this.#fire('cancel', {});
  }

  #end(state: State): void {
    this.#state = state;
    this.#model?.end();
    this.#hide();
    open = null;
  }
}
