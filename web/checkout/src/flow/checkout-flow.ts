import type { CaptchaSolution, Cart } from '../api/model.ts';
import { approvalIn } from '../bootstrap/data.ts';
import type { CardFrame } from '../card/hosted-fields.ts';
import {
  addressPart,
  type DeliveryChoice,
  type FieldName,
  isText,
  type PaymentChoice,
  textOf,
  type TextFieldName,
} from '../form/fields.ts';
import { CLEARED, countryOf, placeFields } from '../form/places.ts';
import { validateField } from '../form/validate.ts';
import { tidyPhone, tidyZip } from '../format/postal.ts';
import type { PurchaseType } from '../purchase-type.ts';
import { Autosave, type SaveKey } from './autosave.ts';
import type { CodesChange } from './codes.ts';
import { type Environment, formContext } from './environment.ts';
import { deliveryIsNews } from './inputs.ts';
import { open } from './open.ts';
import { Press } from './press.ts';
import { type CheckoutState, type EditingState, isLocked, isRunning } from './state.ts';
import { resumeOrder, submitOrder } from './submit.ts';

/** What the views can ask for. Effects happen here and below; what is shown comes from the store alone. */
export class CheckoutFlow {
  readonly #environment: Environment;
  readonly #autosave: Autosave;
  readonly #controller = new AbortController();
  readonly #unsubscribe: () => void;
  #card: CardFrame | null = null;
  /** The cart that came with the page. */
  #known: Cart | null;
  #busy = false;

  constructor(environment: Omit<Environment, 'card'>) {
    this.#environment = { ...environment, card: () => this.#card };
    this.#known = environment.data.cart;
    this.#autosave = new Autosave(this.#environment);
    this.#unsubscribe = environment.store.subscribe(() => {
      this.#keepDraft();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#environment.store.subscribe(listener);

  readonly state = (): CheckoutState => this.#environment.store.get();

  /** Takes over what was typed into the form before this program was there to be told. */
  adopt(typed: ReadonlyMap<TextFieldName, string>): void {
    const state = this.state();
    if (state.kind !== 'opening') return;
    for (const [name, text] of typed) {
      if (text !== textOf(state.form, name)) {
        this.#environment.store.dispatch({ type: 'text_changed', name, text });
      }
    }
  }

  /** Loads the cart; also after a failure. */
  async open(): Promise<void> {
    this.#environment.store.dispatch({ type: 'load_started' });
    const known = this.#known;
    // It is what the server knew when it sent the page: true once.
    this.#known = null;
    await open(this.#environment, this.#controller.signal, known);
    this.#saveWhatIsNew();
    if (known !== null && this.#environment.data.shop.carrierRates) this.#autosave.now('rates');
  }

  /** Ends everything under way. */
  dispose(): void {
    this.#unsubscribe();
    this.#autosave.dispose();
    this.#controller.abort();
  }

  /** The card fields have come; the answer takes them away again. */
  attachCard(frame: CardFrame): () => void {
    this.#card = frame;
    return () => {
      if (this.#card === frame) this.#card = null;
    };
  }

  focusCard(): void {
    this.#card?.focus();
  }

  change(name: TextFieldName, text: string): void {
    this.#environment.store.dispatch({ type: 'text_changed', name, text });
    this.#clearUnasked(name, text);
    // The country decides delivery and prices: not a field to wait for the next one with.
    if (name === 'delivery.country') this.#autosave.now('address');
  }

  /** A field has been left: tidied, checked, saved. */
  leave(name: TextFieldName): void {
    const state = this.#editing();
    if (state === null || isLocked(state.submission)) return;
    this.#tidy(state, name);
    this.#check(name);
    const key = saveKey(name);
    if (key !== null && this.#isNews(name)) this.#autosave.soon(key);
  }

  billingSame(same: boolean): void {
    this.#environment.store.dispatch({ type: 'billing_same_changed', same });
  }

  chooseDelivery(purchase: PurchaseType, choice: DeliveryChoice): void {
    this.#environment.store.dispatch({ type: 'delivery_chosen', purchase, choice });
    if (choice.handle !== null) this.#autosave.now('delivery');
  }

  choosePayment(payment: PaymentChoice): void {
    this.#environment.store.dispatch({ type: 'payment_chosen', payment });
  }

  /** Applies or removes a discount code or a gift card; answers what is to be mended, if anything. */
  async changeCodes(change: CodesChange): Promise<string | null> {
    const state = this.#editing();
    if (state === null || isLocked(state.submission)) return null;
    const error = await this.#autosave.codes(change);
    this.#environment.store.dispatch({ type: 'field_checked', name: 'codes', error });
    return error;
  }

  /** Another code is being typed. */
  clearCodesFault(): void {
    this.#environment.store.dispatch({ type: 'field_checked', name: 'codes', error: null });
  }

  /** The order button, or the answer to a captcha's question. A second press while the first is under way does nothing. */
  async submit(answer: CaptchaSolution | null = null): Promise<void> {
    await this.#alone(() => submitOrder(this.#press(), this.#autosave, answer));
  }

  /** After a lost answer: asks again with the same token. */
  async resume(): Promise<void> {
    await this.#alone(() => resumeOrder(this.#press()));
  }

  /** Goes on with what is left in stock; in the queue, so that no earlier answer brings the lines back. */
  acceptStock(): void {
    this.#autosave.acceptStock();
  }

  /** Saves again what could not be saved. */
  retrySaving(): void {
    this.#autosave.now('contact');
    this.#autosave.now('address');
    this.#autosave.now('delivery');
  }

  /** In another country other things are asked for: what is no longer shown must not be sent. */
  #clearUnasked(name: TextFieldName, code: string): void {
    const part = addressPart(name);
    if (part?.field !== 'country') return;
    const asked = placeFields(countryOf(this.#environment.data.shop.countries, code));
    for (const field of CLEARED) {
      if (field === 'province' || !asked.some((each) => each.name === field)) {
        this.#environment.store.dispatch({ type: 'text_changed', name: `${part.kind}.${field}`, text: '' });
      }
    }
  }

  #press(): Press {
    return new Press(this.#environment, this.#controller.signal);
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#busy || isRunning(this.state())) return;
    this.#busy = true;
    try {
      await work();
    } catch (reason) {
      if (!this.#controller.signal.aborted) throw reason;
    } finally {
      this.#busy = false;
    }
  }

  #editing(): EditingState | null {
    const state = this.state();
    return state.kind === 'editing' ? state : null;
  }

  #tidy(state: EditingState, name: TextFieldName): void {
    const text = textOf(state.form, name);
    const tidied = tidy(state, name, text);
    if (tidied !== text) {
      this.#environment.store.dispatch({ type: 'text_changed', name, text: tidied });
    }
  }

  #check(name: FieldName): void {
    const state = this.#editing();
    if (state === null) return;
    // An untouched field is not wrong yet; the button will ask for it.
    if (isText(name) && textOf(state.form, name) === '') return;
    const error = validateField(state.form, name, formContext(state, this.#environment.data.shop));
    // What the server said about this very value stays.
    if (error === null && state.errors[name] !== undefined) return;
    this.#environment.store.dispatch({ type: 'field_checked', name, error });
  }

  /** Whether the cart does not know a field's value yet. */
  #isNews(name: TextFieldName): boolean {
    const state = this.#editing();
    if (state === null) return false;
    return textOf(state.form, name).trim() !== savedText(state, name).trim();
  }

  /** After opening: tells the cart the country it needs for offering delivery, and what a draft knows better. */
  #saveWhatIsNew(): void {
    const state = this.#editing();
    if (state === null) return;
    const names: readonly TextFieldName[] = ['email', 'phone'];
    if (names.some((name) => textOf(state.form, name) !== '' && this.#isNews(name))) {
      this.#autosave.soon('contact');
    }
    if (state.cart.requiresShipping && addressIsNews(state)) this.#autosave.soon('address');
    if (deliveryIsNews(state)) this.#autosave.soon('delivery');
  }

  #keepDraft(): void {
    const state = this.#editing();
    if (state === null) return;
    const { drafts, data } = this.#environment;
    drafts.write({ ...state.form, approval: approvalIn(data.payments) });
  }
}

function tidy(state: EditingState, name: TextFieldName, text: string): string {
  const part = addressPart(name);
  if (name === 'phone') return tidyPhone(text);
  if (part?.field === 'zip') return tidyZip(text, state.form[part.kind].country);
  return name === 'note' ? text : text.trim();
}

function saveKey(name: TextFieldName): SaveKey | null {
  if (name === 'email' || name === 'phone') return 'contact';
  if (name === 'note') return 'note';
  return name.startsWith('delivery.') ? 'address' : null;
}

function savedText({ cart }: EditingState, name: TextFieldName): string {
  if (name === 'email') return cart.email ?? '';
  if (name === 'phone') return tidyPhone(cart.phone ?? '');
  if (name === 'note') return cart.note ?? '';
  const part = addressPart(name);
  if (part?.kind !== 'delivery') return '';
  if (part.field === 'country') return cart.address?.countryCode ?? '';
  if (part.field === 'province') return cart.address?.provinceCode ?? '';
  return cart.address?.[part.field] ?? '';
}

function addressIsNews(state: EditingState): boolean {
  const fields = [
    'firstName',
    'lastName',
    'address1',
    'address2',
    'city',
    'province',
    'zip',
    'country',
  ] as const;
  return fields.some((field) => {
    const name = `delivery.${field}` as const;
    return textOf(state.form, name).trim() !== savedText(state, name).trim();
  });
}
