import type { Cart, CartAnswer } from '../api/model.ts';
import { apiFailure, isApiFailure } from '../api/failure.ts';
import {
  fetchCart,
  replaceAddress,
  selectDelivery,
  updateAttributes,
  updateBuyer,
  updateLines,
  updateNote,
} from '../api/operations.ts';
import { atNames, checkedNumbers, withEntries } from '../form/company.ts';
import { type FieldErrors, type FieldName, isText, textOf } from '../form/fields.ts';
import { deliveryIsNews } from '../form/reconcile.ts';
import { validateField } from '../form/validate.ts';
import { CODE_NOT_REMOVED, CODE_NOT_SAVED } from '../texts/codes.ts';
import { classifyUserErrors, isLockedOut } from './classify.ts';
import type * as Codes from './codes.ts';
import type { CodesChange } from './codes.ts';
import { type Environment, failureReason, formContext } from './environment.ts';
import { buyerIdentity, deliveryAddress, deliverySelections } from './inputs.ts';
import { SaveQueue } from './save-queue.ts';
import type { CheckoutState, EditingState, SaveStatus } from './state.ts';
import { acceptingLines } from './stock.ts';

/** Groups of values that are saved together. */
export type SaveKey = 'codes' | 'company' | 'contact' | 'address' | 'delivery' | 'note' | 'rates' | 'stock';

/** The keys that an order saves itself; they may be saved at any time. */
const ORDERED: readonly SaveKey[] = ['company', 'contact', 'address', 'delivery', 'note', 'rates'];

const DELAY = 350;

interface PendingCodesChange {
  readonly change: CodesChange;
  readonly resolve: (message: string | null) => void;
}

/** Loaded with the first code, because few buyers have one. */
const loadCodes = (): Promise<typeof Codes> =>
  import('./codes.ts').catch((reason: unknown) => {
    throw apiFailure('network', String(reason));
  });

/** Saves values as they are entered, so that prices and delivery options stay current. */
export class Autosave {
  readonly #environment: Environment;
  readonly #queue: SaveQueue<SaveKey>;
  /** Queued changes of codes, each with its callback. */
  readonly #codes: PendingCodesChange[] = [];
  /** Errors of code changes since the last `settle`. */
  #codesFaults: string[] = [];

  /** The reduced lines that the buyer has accepted. */
  #accepted: string | null = null;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#queue = new SaveQueue((key, signal) => this.#save(key, signal), DELAY);
  }

  soon(key: SaveKey): void {
    this.#queue.mark(key);
  }

  now(key: SaveKey): void {
    this.#queue.markNow(key);
  }

  /** Changes the codes in the queue's order, so that no earlier answer reverts them. Resolves to an error text for the shopper. */
  codes(change: CodesChange): Promise<string | null> {
    return new Promise((resolve) => {
      this.#codes.push({ change, resolve });
      this.#queue.markNow('codes');
    });
  }

  /**
   * Resolves when no save is running. Saves codes and stock first, because they decide the order's price; the order itself saves
   * the rest. A text means that a pending change of codes failed: then there must be no order, the text tells the shopper what
   * to correct, and the rest is saved here.
   */
  async settle(): Promise<string | null> {
    const faults: string[] = [];
    this.#codesFaults = faults;
    this.#queue.leave(ORDERED);
    await this.#queue.flush();
    if (faults.length > 0) this.#queue.resume();
    return faults[0] ?? null;
  }

  /** Whether the order must save these, too: a lost request may have brought the server others than the cart has here. */
  owes(key: 'company' | 'note', isNews: boolean): boolean {
    return this.#queue.doubt(key, isNews);
  }

  /** The order has saved the rest. */
  ordered(): void {
    this.#queue.saved(ORDERED);
  }

  /** Accepts the remaining stock shown on the page, unless that has changed when the queue reaches this. */
  acceptStock(): void {
    this.#accepted = accepted(this.#environment.store.get());
    this.#queue.markNow('stock');
  }

  dispose(): void {
    this.#queue.dispose();
  }

  /** True if nothing of this key has to be saved again. */
  async #save(key: SaveKey, signal: AbortSignal): Promise<boolean> {
    const { store } = this.#environment;
    const state = store.get();
    if (state.kind !== 'editing') return true;
    if (key === 'codes') {
      await this.#changeCodes(state, signal);
      return true;
    }
    const request = this.#request(key, state, signal);
    if (request === null) {
      if (key === 'stock') this.#unchanged(state.cart);
      return true;
    }
    store.dispatch({ type: 'save_started' });
    try {
      this.#apply(key, await request, state);
      return true;
    } catch (failure) {
      if (!isApiFailure(failure)) throw failure;
      // If the shop is busy or unreachable, the rest is not saved. Only changes that the buyer pressed a button for are tried.
      if (failureReason(failure.kind) !== 'server') this.#queue.leave(ORDERED);
      store.dispatch({ type: 'save_failed' });
      // The notice stays, because the stock may have changed by a later consent.
      return key === 'stock';
    }
  }

  async #changeCodes(state: EditingState, signal: AbortSignal): Promise<void> {
    const { api, store } = this.#environment;
    for (let next = this.#codes.shift(); next !== undefined; next = this.#codes.shift()) {
      store.dispatch({ type: 'save_started' });
      const latest = store.get();
      const { cart } = latest.kind === 'editing' ? latest : state;
      try {
        const { changeCodes } = await loadCodes();
        const { answer, message } = await changeCodes(api, cart, next.change, signal);
        this.#apply('codes', answer, state);
        this.#answer(next, message);
      } catch (failure) {
        this.#answer(next, next.change.kind === 'apply' ? CODE_NOT_SAVED : CODE_NOT_REMOVED);
        if (!isApiFailure(failure)) throw failure;
        // The screen equals the server's state: only the code was not saved.
        this.#unchanged(cart);
      }
    }
  }

  #unchanged(cart: Cart): void {
    const { store } = this.#environment;
    store.dispatch({ type: 'saved', cart, warnings: [], errors: {}, saving: this.#saving });
  }

  #answer({ resolve }: PendingCodesChange, message: string | null): void {
    if (message !== null) this.#codesFaults.push(message);
    resolve(message);
  }

  #request(
    key: Exclude<SaveKey, 'codes'>,
    state: EditingState,
    signal: AbortSignal,
  ): Promise<CartAnswer> | null {
    const { api, data } = this.#environment;
    const { form, cart } = state;
    const cartId = data.cartId;
    switch (key) {
      case 'contact':
        return api.run(updateBuyer, { cartId, buyerIdentity: acceptable(state) }, signal);
      case 'company': {
        const attributes = withEntries(cart, checkedNumbers(form, formContext(state)));
        if (attributes === null) return null;
        return api
          .run(updateAttributes, { cartId, attributes }, signal)
          .then((saved) => ({ ...saved, errors: atNames(saved.errors, attributes) }));
      }
      case 'address':
        if (!cart.requiresShipping) return null;
        return api.run(
          replaceAddress,
          { cartId, addresses: [deliveryAddress(form, 'COUNTRY_CODE_ONLY')] },
          signal,
        );
      case 'delivery': {
        const selectedDeliveryOptions = deliverySelections(form, cart);
        if (selectedDeliveryOptions.length === 0) return null;
        return api.run(selectDelivery, { cartId, selectedDeliveryOptions }, signal);
      }
      case 'stock': {
        if (state.stock === null || accepted(state) !== this.#accepted) return null;
        return api.run(updateLines, { cartId, lines: acceptingLines(cart, state.stock) }, signal);
      }
      case 'rates':
        // Carriers' prices: the cart that came with the page did not wait for them.
        return api
          .run(fetchCart, { id: cartId }, signal)
          .then((known) => ({ cart: known, errors: [], warnings: [] }));
      case 'note':
        return api.run(updateNote, { cartId, note: form.note }, signal);
    }
  }

  #apply(key: SaveKey, answer: CartAnswer, sent: EditingState): void {
    const { store } = this.#environment;
    if (answer.cart === null || isLockedOut(answer.errors)) {
      store.dispatch({ type: 'cart_gone' });
      return;
    }
    if (key === 'stock') {
      store.dispatch({ type: 'stock_resolved', cart: answer.cart, saving: this.#saving });
      return;
    }
    store.dispatch({
      type: 'saved',
      cart: answer.cart,
      warnings: answer.warnings,
      errors: stillTrue(classifyUserErrors(answer.errors).fields, sent, store.get()),
      saving: this.#saving,
    });
    const now = store.get();
    // An answer can leave one delivery option, which the form then chooses by itself. Until that is saved, the total lacks its
    // price. An order saves it itself.
    if (key === 'delivery' || now.kind !== 'editing' || now.submission.kind === 'running') return;
    if (deliveryIsNews(now)) this.now('delivery');
  }

  /** Whether the server knows the rest, too. */
  get #saving(): SaveStatus {
    if (this.#queue.waiting) return 'saving';
    return this.#queue.unsaved ? 'failed' : 'saved';
  }
}

/** The quantities that the buyer accepts by continuing with the remaining stock, by line; null if nothing is missing. */
function accepted(state: CheckoutState): string | null {
  if (state.kind !== 'editing' || state.stock === null) return null;
  return JSON.stringify(acceptingLines(state.cart, state.stock));
}

/**
 * Only contact values that look right are sent; of the others, which are being typed or are marked already, those that the
 * cart knows, for the server replaces them all.
 */
function acceptable(state: EditingState): ReturnType<typeof buyerIdentity> {
  const { form, cart } = state;
  const context = formContext(state);
  const known = (name: 'email' | 'phone'): string =>
    validateField(form, name, context) === null ? form[name] : (cart[name] ?? '');
  return buyerIdentity({ ...form, email: known('email'), phone: known('phone') });
}

/** Faults of values that are still there, and not of fields that are yet to be filled in. */
function stillTrue(
  errors: FieldErrors,
  sent: EditingState,
  current: ReturnType<Environment['store']['get']>,
): FieldErrors {
  if (current.kind !== 'editing') return {};
  return Object.fromEntries(
    Object.entries(errors).filter(([key]) => {
      const name = key as FieldName;
      if (!isText(name)) return false;
      const before = textOf(sent.form, name);
      return before.trim() !== '' && before === textOf(current.form, name);
    }),
  );
}
