import type { CaptchaSolution, Cart } from '../api/model.ts';
import { approvalIn } from '../bootstrap/data.ts';
import type { CardFrame } from '../card/hosted-fields.ts';
import { COMPANY_ID, numberOf, VAT_ID } from '../form/company.ts';
import {
  addressNames,
  addressPart,
  type DeliveryChoice,
  type FieldName,
  isText,
  type PaymentChoice,
  textOf,
  type TextFieldName,
} from '../form/fields.ts';
import { addressText } from '../form/initial.ts';
import { CLEARED, countryOf, placeFields } from '../form/places.ts';
import { deliveryIsNews } from '../form/reconcile.ts';
import { validateField } from '../form/validate.ts';
import { fieldLabel } from '../texts/fields.ts';
import { tidyPhone, tidyZip } from '../format/postal.ts';
import type { PurchaseType } from '../purchase-type.ts';
import { Autosave, type SaveKey } from './autosave.ts';
import type { CodesChange } from './codes.ts';
import { type Environment, formContext, type KeepCard } from './environment.ts';
import { open } from './open.ts';
import { Press } from './press.ts';
import { type CheckoutState, type EditingState, isGivingUp, isLocked, isRunning } from './state.ts';
import { resumeOrder, submitOrder } from './submit.ts';

/** The actions of the views. All side effects are in this class and below; views render only the store. */
export class CheckoutFlow {
  readonly #environment: Environment;
  readonly #autosave: Autosave;
  readonly #controller = new AbortController();
  readonly #unsubscribe: () => void;
  #card: CardFrame | null = null;
  /** The cart that came with the page. */
  #known: Cart | null;
  #busy = false;
  #confirm: (() => void) | null = null;
  #keep: KeepCard | null = null;

  constructor(environment: Omit<Environment, 'card' | 'keep'>) {
    this.#environment = { ...environment, card: () => this.#card, keep: () => this.#keep };
    this.#known = environment.data.cart;
    this.#autosave = new Autosave(this.#environment);
    this.#unsubscribe = environment.store.subscribe(() => {
      this.#keepDraft();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#environment.store.subscribe(listener);

  readonly state = (): CheckoutState => this.#environment.store.get();

  /** Takes over values that were typed before the script ran. */
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
    // The state when the server sent the page, valid only once.
    this.#known = null;
    await open(this.#environment, this.#controller.signal, known);
    this.#saveWhatIsNew();
    if (known !== null && this.#environment.data.shop.carrierRates) this.#autosave.now('rates');
  }

  /** Aborts everything that is running. */
  dispose(): void {
    this.#unsubscribe();
    this.#autosave.dispose();
    this.#controller.abort();
  }

  /** Registers the card fields. Returns a function that unregisters them. */
  attachCard(frame: CardFrame): () => void {
    this.#card = frame;
    return () => {
      if (this.#card === frame) this.#card = null;
    };
  }

  focusCard(): void {
    this.#card?.focus();
  }

  /** Registers what the order button confirms besides the form. It must not fail. Returns a function that unregisters it. */
  confirming(confirm: () => void): () => void {
    this.#confirm = confirm;
    return () => {
      if (this.#confirm === confirm) this.#confirm = null;
    };
  }

  /** Registers what has a typed card kept, once it is bound to the cart. Returns a function that unregisters it. */
  keeping(keep: KeepCard): () => void {
    this.#keep = keep;
    return () => {
      if (this.#keep === keep) this.#keep = null;
    };
  }

  change(name: TextFieldName, text: string): void {
    this.#environment.store.dispatch({ type: 'text_changed', name, text });
    this.#clearUnasked(name, text);
    // The country decides delivery and prices, so it is saved at once.
    if (name === 'delivery.country') this.#autosave.now('address');
  }

  /** Normalises, validates and saves a field that lost the focus. */
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
    if (this.#environment.data.shop.companyFields !== 'off') this.#autosave.now('company');
  }

  chooseDelivery(purchase: PurchaseType, choice: DeliveryChoice): void {
    this.#environment.store.dispatch({ type: 'delivery_chosen', purchase, choice });
    if (choice.handle !== null) this.#autosave.now('delivery');
  }

  choosePayment(payment: PaymentChoice): void {
    this.#environment.store.dispatch({ type: 'payment_chosen', payment });
  }

  /** Applies or removes a discount code or a gift card; resolves to the error for the buyer, or null. */
  async changeCodes(change: CodesChange): Promise<string | null> {
    const state = this.#editing();
    if (state === null || isLocked(state.submission)) return null;
    const error = await this.#autosave.codes(change);
    this.#environment.store.dispatch({ type: 'field_checked', name: 'codes', error });
    return error;
  }

  /** The buyer is typing another code. */
  clearCodesFault(): void {
    this.#environment.store.dispatch({ type: 'field_checked', name: 'codes', error: null });
  }

  /** Handles the order button, or the answer to a captcha's question. Does nothing while a submission is running. */
  async submit(answer: CaptchaSolution | null = null): Promise<void> {
    await this.#alone(async () => {
      this.#confirm?.();
      await submitOrder(this.#press(), this.#autosave, answer);
    });
  }

  /** After a lost answer: submits again with the same token. */
  async resume(): Promise<void> {
    await this.#alone(() => resumeOrder(this.#press()));
  }

  /** The buyer does not want to pass the bank's challenge, and wants to pay in another way. */
  giveUp(): void {
    if (!isGivingUp(this.state()))
      this.#environment.store.dispatch({ type: 'giving_up', givingUp: 'pressed' });
  }

  /** Accepts the remaining stock. Queued, so that no earlier answer restores the old lines. */
  acceptStock(): void {
    this.#autosave.acceptStock();
  }

  /** Retries failed saves. */
  retrySaving(): void {
    this.#autosave.now('contact');
    this.#autosave.now('address');
    this.#autosave.now('delivery');
  }

  /** Another country has other fields: hidden values must not be sent. */
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
    // An untouched field shows no error before the order button is pressed.
    if (isText(name) && textOf(state.form, name) === '') return;
    const error = validateField(state.form, name, formContext(state, this.#environment.data.shop));
    // Keeps the server's error for the same value.
    if (error === null && state.errors[name] !== undefined) return;
    this.#environment.store.dispatch({ type: 'field_checked', name, error });
    if (error === null) void this.#checkText(name);
  }

  /** The rules for texts load with the first field that is left. Without them the server alone judges, on submit. */
  async #checkText(name: FieldName): Promise<void> {
    const rules = await import('../form/text.ts').catch(() => null);
    const state = this.#editing();
    const part = addressPart(name);
    if (rules === null || state === null || part === null || !isText(name)) return;
    const error = rules.textFault(part.field, fieldLabel(name), textOf(state.form, name));
    if (error !== null) this.#environment.store.dispatch({ type: 'field_checked', name, error });
  }

  /** Whether a field's value is not saved yet. */
  #isNews(name: TextFieldName): boolean {
    const state = this.#editing();
    if (state === null) return false;
    return textOf(state.form, name).trim() !== savedText(state, name).trim();
  }

  /** After opening: saves the country, which delivery options depend on, and the values of a draft. */
  #saveWhatIsNew(): void {
    const state = this.#editing();
    if (state === null) return;
    const isNews = (name: TextFieldName): boolean => this.#isNews(name);
    const isTyped = (name: TextFieldName): boolean => textOf(state.form, name) !== '' && isNews(name);
    if (isTyped('email') || isTyped('phone')) this.#autosave.soon('contact');
    if (state.cart.requiresShipping && addressNames('delivery').some(isNews)) this.#autosave.soon('address');
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
  if (name === 'companyId' || name === 'vatId') return 'company';
  return name.startsWith('delivery.') ? 'address' : null;
}

function savedText({ cart }: EditingState, name: TextFieldName): string {
  if (name === 'email') return cart.email ?? '';
  if (name === 'phone') return tidyPhone(cart.phone ?? '');
  if (name === 'note') return cart.note ?? '';
  if (name === 'companyId') return numberOf(cart, COMPANY_ID);
  if (name === 'vatId') return numberOf(cart, VAT_ID);
  const part = addressPart(name);
  return part?.kind === 'delivery' ? addressText(cart, part.field) : '';
}
