import { changesOf, variablesOf, changeTo } from '../api/changes.ts';
import type { PrepareResult, UserError } from '../api/model.ts';
import { bindAndPrepare, prepare, type StepAnswer, updatePayment } from '../api/operations.ts';
import type { ApprovedAccount } from '../bootstrap/data.ts';
import { amountDue } from '../form/total.ts';
import { validate } from '../form/validate.ts';
import { CARD_FRAME_FAULT, CARD_INVALID } from '../texts/general.ts';
import { classifyCoded, classifyUserErrors, isLockedOut } from './classify.ts';
import { formContext } from './environment.ts';
import { SubmissionStop } from './submission-stop.ts';
import { billingAddress, paymentInput, type PaymentMeans } from './inputs.ts';
import { isFree } from '../form/reconcile.ts';
import type { Press } from './press.ts';
import { deliveryNews } from './save-all.ts';
import { untilMoment } from './moment.ts';

/** The maximum number of waits for a busy server in one submission. */
export const PATIENCE = 20;

/** The pending session of the card; null if no card pays. */
export type CardSession = Promise<PaymentMeans> | null;

/**
 * Binds the payment to the cart, for the amount that is on the screen, and waits until the cart can become an order. `again`:
 * the shop's wallet was asked before, and the cart has changed since.
 */
export async function pay(press: Press, card: CardSession, again = false): Promise<void> {
  const means = await paymentMeans(press, card);
  press.step('payment');
  const { cart, form } = press.editing();
  const amount = amountDue({ cart, form });
  const payment = paymentInput(means, amount, billingAddress(form, formContext({ cart })));
  // If a choice is still unsaved, the amount must equal the one on the screen. The server refuses any other.
  const wanted = [...deliveryNews(press), changeTo(updatePayment, { payment })];
  const { answer, prepared } = await press.ask(
    bindAndPrepare(changesOf(wanted)),
    variablesOf(press.cartId, wanted),
  );
  if (answer.errors.some(isOfAccount)) {
    press.haltOnAccount('unusable');
    if (means.kind === 'wallet' && !again) {
      await press.reload(amount);
      return pay(press, null, true);
    }
  }
  if (!isLockedOut(answer.errors)) await press.lookAgain(classifyUserErrors(answer.errors));
  press.accept(answer);
  await untilReady(press, prepared);
  if (means.kind === 'card') await keepCard(press, means.session);
}

/** If the buyer wants it, the card is kept with the order. The wish counts only for the payment that is bound now. */
async function keepCard(press: Press, session: string): Promise<void> {
  const refusal = await press.environment.keep()?.(session, press.signal);
  if (typeof refusal === 'string') throw new SubmissionStop({ kind: 'card_invalid', message: refusal });
}

/** Exchanges the card for a session while the form is being saved; null if no card pays. */
export function startCard(press: Press): CardSession {
  const { cart, form } = press.editing();
  if (isFree(cart) || form.payment !== 'card' || press.environment.card()?.asksLast === true) return null;
  const session = cardSession(press);
  // The caller handles a rejection when it awaits the promise; until then it must not count as unhandled.
  session.catch(() => undefined);
  return session;
}

async function paymentMeans(press: Press, card: CardSession): Promise<PaymentMeans> {
  const { cart, form } = press.editing();
  const context = formContext({ cart }, press.environment.data.shop);
  if (context.free) return { kind: 'free' };
  if (form.payment === null) throw new SubmissionStop({ kind: 'invalid' }, validate(form, context));
  if (form.payment === 'account')
    return { kind: 'account', approved: approvedAccount(press), email: form.email };
  if (form.payment !== 'card') return { kind: form.payment };
  press.step('card');
  return card ?? cardSession(press);
}

/** Whether the approval was refused, rather than the amount. */
function isOfAccount({ code, field }: UserError): boolean {
  return code === 'INVALID_PAYMENT' && field.join().endsWith('WalletContent');
}

function approvedAccount(press: Press): ApprovedAccount {
  const approved = press.account();
  if (approved === null) throw new SubmissionStop({ kind: 'failed', reason: 'server' });
  return approved;
}

async function cardSession(press: Press): Promise<PaymentMeans> {
  const frame = press.environment.card();
  if (frame === null) throw new SubmissionStop({ kind: 'card_invalid', message: CARD_FRAME_FAULT });
  const result = await frame.tokenise(press.signal);
  switch (result.kind) {
    case 'session':
      return { kind: 'card', session: result.session };
    case 'wallet':
      return result;
    case 'invalid':
      throw new SubmissionStop({ kind: 'card_invalid', message: CARD_INVALID });
    case 'error':
      throw new SubmissionStop({ kind: 'card_invalid', message: result.message ?? CARD_FRAME_FAULT });
  }
}

/** Waits while the server is too busy for another order; stops if the cart cannot become one. */
async function untilReady(press: Press, first: StepAnswer<PrepareResult>): Promise<void> {
  const { now, wait } = press.environment;
  let answer = first;
  for (let tried = 0; tried < PATIENCE; tried += 1) {
    const { result, errors } = answer;
    if (result?.kind === 'ready') return;
    if (result?.kind !== 'throttled') {
      if (isLockedOut(errors)) press.leaveForServer();
      const found = result === null ? classifyUserErrors(errors) : classifyCoded(result.errors);
      await press.lookAgain(found);
      press.refuse(found);
    }
    press.step('waiting');
    await wait(untilMoment(result.pollAfter, now()), press.signal);
    answer = await press.ask(prepare, { cartId: press.cartId });
  }
  throw new SubmissionStop({ kind: 'failed', reason: 'busy' });
}
