import { VISA_CARDS, lastFour } from '../../common/card-numbers.ts';
import { members } from '../../../base/read.ts';
import { BUYERS, type Buyer } from '../buyers.ts';
import { agreed, redacted } from '../contacts.ts';
import { EmulatedError } from '../errors.ts';
import type { Mint } from '../mint.ts';
import type { Preset } from '../preset.ts';
import type { Payment, PaymentMethod, PaymentRequest, SheetError, Update } from '../types.ts';
import { canPay, placeOf, updated, type Change, type SheetState } from './state.ts';
import { texts } from './texts.ts';

/** How long to wait for the merchant's answer, in milliseconds; then the sheet closes. */
export const ANSWER_DEADLINE = 30_000;

/** The parameters of a sheet. */
export interface SheetParts {
  readonly request: PaymentRequest;
  readonly preset: Preset;
  readonly mint: Mint;
  /** Sends the page an event. False if the page does not listen for it. */
  readonly changed: (change: Change, detail: object) => boolean;
  readonly authorised: (payment: Payment) => void;
  /** Called when the buyer closes the sheet or the merchant does not answer in time. */
  readonly cancelled: () => void;
}

/** The logic of an open sheet. Queues the buyer's choices, because the merchant gets one event at a time. */
export class ApplePaySheetModel {
  readonly #ending = new AbortController();
  readonly #listeners = new Set<() => void>();
  /** Events not yet sent to the merchant. */
  readonly #queue: [Change, () => object][] = [];
  #state: SheetState;
  #outstanding: Change | null = null;
  #session: unknown = null;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly parts: SheetParts) {
    const { request, preset } = parts;
    this.#state = {
      buyer: BUYERS.find(({ id }) => id === preset.buyer) ?? BUYERS[0],
      card: VISA_CARDS.find(({ id }) => id === preset.card) ?? VISA_CARDS[0],
      total: request.total,
      lines: request.lineItems ?? [],
      methods: request.shippingMethods ?? [],
      methodId: request.shippingMethods?.[0]?.identifier ?? null,
      coupon: request.couponCode ?? '',
      errors: [],
      waiting: 'validation',
    };
    this.#expectAnswer();
  }

  readonly state = (): SheetState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The event that the merchant has not answered yet. */
  get outstanding(): Change | null {
    return this.#outstanding;
  }

  /** Whether the request needs a postal shipping address. */
  get delivers(): boolean {
    return this.#shippingFields.includes('postalAddress');
  }

  /** The merchant is validated: sends it the choices made so far. */
  validated(session: unknown): void {
    this.#session = session;
    this.#answered();
    this.#tell('paymentmethodselected', () => ({ paymentMethod: this.#method(false) }));
    if (this.delivers) this.#tellAddress();
  }

  /** The merchant has answered the pending event. */
  answer(update: Update): void {
    const change = this.#outstanding;
    if (change === null) return;
    this.#outstanding = null;
    this.#state = updated(this.#state, change, update);
    this.#answered();
    this.#next();
  }

  /** The payment failed. */
  failed(errors: readonly SheetError[]): void {
    this.#answered();
    this.#set({ errors: errors.length > 0 ? errors : [new EmulatedError('unknown')] });
    this.#next();
  }

  /** Ends the session: no further event is sent. */
  end(): void {
    clearTimeout(this.#late);
    this.#ending.abort();
    this.#listeners.clear();
  }

  readonly chooseBuyer = (id: string): void => {
    const buyer = BUYERS.find((known) => known.id === id);
    if (!buyer || !this.#mayChoose()) return;
    this.#set({ buyer, errors: this.#state.errors.filter((error) => placeOf(error) === 'coupon') });
    this.#tell('paymentmethodselected', () => ({ paymentMethod: this.#method(false) }));
    if (this.delivers) this.#tellAddress();
  };

  readonly chooseCard = (id: string): void => {
    const card = VISA_CARDS.find((known) => known.id === id);
    if (!card || !this.#mayChoose()) return;
    this.#set({ card, errors: this.#state.errors.filter((error) => placeOf(error) !== 'payment') });
    this.#tell('paymentmethodselected', () => ({ paymentMethod: this.#method(false) }));
  };

  readonly chooseMethod = (id: string): void => {
    const method = this.#state.methods.find(({ identifier }) => identifier === id);
    if (!method || !this.#mayChoose()) return;
    this.#set({ methodId: id });
    this.#tell('shippingmethodselected', () => ({ shippingMethod: method }));
  };

  readonly enterCoupon = (coupon: string): void => {
    if (!this.#mayChoose()) return;
    this.#set({ coupon });
    this.#tell('couponcodechanged', () => ({ couponCode: coupon }));
  };

  readonly pay = (): void => {
    if (!canPay(this.#state) || this.#ending.signal.aborted) return;
    this.#set({ waiting: 'payment', errors: [] });
    this.#authorise().catch(() => {
      if (!this.#ending.signal.aborted) this.failed([new EmulatedError('unknown', undefined, texts.failed)]);
    });
  };

  readonly cancel = (): void => {
    if (!this.#ending.signal.aborted) this.parts.cancelled();
  };

  get #shippingFields(): readonly string[] {
    return this.parts.request.requiredShippingContactFields ?? [];
  }

  #mayChoose(): boolean {
    return !this.#ending.signal.aborted && this.#state.waiting !== 'payment';
  }

  #set(change: Partial<SheetState>): void {
    if (this.#ending.signal.aborted) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #tellAddress(): void {
    this.#tell('shippingcontactselected', () => ({
      shippingContact: redacted(this.#state.buyer.contact),
    }));
  }

  /** Queues an event. `detail` is called when the event is sent, so that it contains the latest choice. */
  #tell(change: Change, detail: () => object): void {
    this.#queue.push([change, detail]);
    this.#next();
  }

  #next(): void {
    if (this.#outstanding !== null || this.#state.waiting !== null || this.#ending.signal.aborted) return;
    const [change, detail] = this.#queue.shift() ?? [];
    if (change === undefined || detail === undefined) return;
    this.#outstanding = change;
    this.#set({ waiting: 'merchant' });
    this.#expectAnswer();
    // In its own task, as browsers dispatch events.
    setTimeout(() => {
      if (!this.#ending.signal.aborted && !this.parts.changed(change, detail())) this.answer({});
    });
  }

  #expectAnswer(): void {
    clearTimeout(this.#late);
    this.#late = setTimeout(this.cancel, ANSWER_DEADLINE);
  }

  #answered(): void {
    clearTimeout(this.#late);
    this.#set({ waiting: null });
  }

  #billing(whole: boolean): Payment['billingContact'] {
    const fields = this.parts.request.requiredBillingContactFields ?? [];
    const { contact } = this.#state.buyer satisfies Buyer;
    if (whole) return fields.length > 0 ? agreed(contact, fields) : undefined;
    return fields.includes('postalAddress') ? redacted(contact) : undefined;
  }

  #method(whole: boolean): PaymentMethod {
    const digits = lastFour(this.#state.card);
    const named = whole ? { displayName: `Visa ${digits}`, network: 'Visa' } : {};
    const billingContact = whole ? undefined : this.#billing(false);
    return { type: 'debit', ...named, ...(billingContact && { billingContact }) } as PaymentMethod;
  }

  async #authorise(): Promise<void> {
    const { request, preset, mint, authorised } = this.parts;
    const { signal } = this.#ending;
    const token = await mint(
      {
        merchantSession: members(this.#session),
        amount: this.#state.total.amount,
        currencyCode: request.currencyCode,
        applicationData: request.applicationData,
        cardNumber: this.#state.card.number,
        version: preset.version,
        flaw: preset.flaw,
      },
      signal,
    );
    if (signal.aborted) return;
    this.#expectAnswer();
    const billingContact = this.#billing(true);
    const shipping = this.#shippingFields;
    authorised({
      token: { ...token, paymentMethod: this.#method(true) },
      ...(billingContact && { billingContact }),
      ...(shipping.length > 0 && { shippingContact: agreed(this.#state.buyer.contact, shipping) }),
    });
  }
}
