import type { DocumentTypes } from '../../../embed/cart/transport.ts';
import type { Operation } from '../api/client.ts';
import type { Cart, CartAnswer, Money } from '../api/model.ts';
import { fetchCart } from '../api/operations.ts';
import { type ApprovedAccount, accountIn } from '../bootstrap/data.ts';
import { isFree } from '../form/reconcile.ts';
import { ownBilling } from '../form/validate.ts';
import { amountDue } from '../form/total.ts';
import { toMinor } from '../format/money.ts';
import { type AccountFault, accountText } from '../texts/accounts.ts';
import { GENERAL_FAULT } from '../texts/general.ts';
import { ACCOUNT_TITLES } from '../texts/payments.ts';
import { billingOntoDelivery, type ErrorSummary, classifyUserErrors, isLockedOut } from './classify.ts';
import { type Environment, formContext, isWebAddress } from './environment.ts';
import { SubmissionStop, PageLeave } from './submission-stop.ts';
import type { EditingState, SubmitStep } from './state.ts';

/** The state that the steps of one submission share. */
export class Press {
  readonly environment: Environment;
  readonly signal: AbortSignal;

  constructor(environment: Environment, signal: AbortSignal) {
    this.environment = environment;
    this.signal = signal;
  }

  get cartId(): string {
    return this.environment.data.cartId;
  }

  ask<Types extends DocumentTypes, Out>(
    operation: Operation<Types, Out>,
    variables: Types['variables'],
  ): Promise<Out> {
    return this.environment.api.run(operation, variables, this.signal);
  }

  /** The current state of the page. */
  editing(): EditingState {
    const state = this.environment.store.get();
    if (state.kind !== 'editing') throw new PageLeave();
    return state;
  }

  /** The account that pays this order; null for other methods. */
  account(): ApprovedAccount | null {
    const { cart, form, payments } = this.editing();
    return form.payment === 'account' && !isFree(cart) ? accountIn(payments) : null;
  }

  /** Stops because the account cannot pay. Its approval is used up, so it is no longer offered. */
  haltOnAccount(fault: AccountFault): void {
    const account = this.account();
    if (account === null) return;
    this.environment.store.dispatch({ type: 'account_spent' });
    const approval = account.agreement ? 'agreement' : 'payment';
    const message = accountText(fault, ACCOUNT_TITLES[account.account], approval);
    throw new SubmissionStop({ kind: 'declined', message });
  }

  step(step: SubmitStep): void {
    this.environment.store.dispatch({ type: 'submit_step', step });
  }

  /** Applies the answer to a change, and stops if it has errors. */
  accept(answer: CartAnswer): void {
    if (answer.cart === null || isLockedOut(answer.errors)) this.leaveForServer();
    this.environment.store.dispatch({
      type: 'saved',
      cart: answer.cart,
      warnings: answer.warnings,
      errors: {},
      saving: 'saved',
    });
    if (answer.errors.length > 0) this.refuse(classifyUserErrors(answer.errors));
    this.haltOnStock();
  }

  /** Stops on the server's errors; each is shown at the field where it can be corrected. */
  refuse(found: ErrorSummary): never {
    const { form, cart } = this.editing();
    const fields = ownBilling(form, formContext({ cart })) ? found.fields : billingOntoDelivery(found.fields);
    if (found.declined !== null) throw new SubmissionStop({ kind: 'declined', message: found.declined });
    if (Object.keys(fields).length > 0) throw new SubmissionStop({ kind: 'invalid' }, fields);
    throw new SubmissionStop({ kind: 'refused', messages: orGeneral(found.messages) });
  }

  /**
   * After a change of stock, price or delivery options: reloads the cart and stops, so that the buyer sees the new
   * state.
   */
  async lookAgain(found: ErrorSummary): Promise<void> {
    if (!found.stock && !found.amount && !found.delivery) return;
    const shown = amountDue(this.editing());
    await this.reload(found.delivery ? null : shown);
    if (found.delivery) this.refuse(found);
    throw new SubmissionStop({ kind: 'refused', messages: orGeneral(found.messages) });
  }

  /** Reloads the cart. Stops if stock is missing, or the amount is not `shown` any more. */
  async reload(shown: Money | null): Promise<void> {
    const cart = await this.ask(fetchCart, { id: this.cartId });
    if (cart === null) this.leaveForServer();
    this.environment.store.dispatch({ type: 'cart_reloaded', cart });
    this.haltOnStock();
    if (shown !== null) this.haltOnAmount(shown);
  }

  haltOnStock(): void {
    if (this.editing().stock !== null) throw new SubmissionStop({ kind: 'stock_changed' });
  }

  /** Stops unless the amount due is the amount on the screen. */
  haltOnAmount(shown: Money): void {
    const due = amountDue(this.editing());
    if (!sameMoney(shown, due)) throw new SubmissionStop({ kind: 'amount_changed', shown, due });
  }

  leaveFor(url: string, how: 'open' | 'replace' = 'replace'): never {
    const { navigator, store } = this.environment;
    if (!isWebAddress(url, navigator.here())) throw new SubmissionStop({ kind: 'failed', reason: 'server' });
    store.dispatch({ type: 'leaving' });
    navigator[how](url);
    throw new PageLeave();
  }

  /** Goes to the server's checkout page, which shows the current state. */
  leaveForServer(): never {
    this.leaveFor(this.environment.data.checkoutUrl);
  }
}

function orGeneral(messages: readonly string[]): readonly string[] {
  return messages.length > 0 ? messages : [GENERAL_FAULT];
}

function sameMoney(first: Cart['total'], second: Cart['total']): boolean {
  return first.currencyCode === second.currencyCode && toMinor(first.amount) === toMinor(second.amount);
}
