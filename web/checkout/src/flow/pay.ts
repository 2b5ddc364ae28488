import type { UserError } from '../api/model.ts';
import { prepare, updatePayment } from '../api/operations.ts';
import type { ApprovedAccount } from '../bootstrap/data.ts';
import { validate } from '../form/validate.ts';
import { CARD_FRAME_FAULT, CARD_INVALID } from '../texts/general.ts';
import { classifyCoded, classifyUserErrors, isLockedOut } from './classify.ts';
import { formContext } from './environment.ts';
import { Halt } from './halt.ts';
import { billingAddress, paymentInput, type PaymentMeans } from './inputs.ts';
import type { Press } from './press.ts';
import { untilMoment } from '../wait.ts';

/** How often a busy server is waited for within one submission. */
export const PATIENCE = 20;

/** Binds the payment to the cart, for the amount that is on the screen. */
export async function pay(press: Press): Promise<void> {
  const means = await paymentMeans(press);
  press.step('payment');
  const { cart, form } = press.editing();
  const payment = paymentInput(means, cart.total, billingAddress(form, formContext({ cart })));
  const answer = await press.ask(updatePayment, { cartId: press.cartId, payment });
  if (answer.errors.some(isOfAccount)) press.haltOnAccount('unusable');
  if (!isLockedOut(answer.errors)) await press.lookAgain(classifyUserErrors(answer.errors));
  press.accept(answer);
}

async function paymentMeans(press: Press): Promise<PaymentMeans> {
  const { cart, form } = press.editing();
  const context = formContext({ cart }, press.environment.data.shop);
  if (context.free) return { kind: 'free' };
  if (form.payment === null) throw new Halt({ kind: 'invalid' }, validate(form, context));
  if (form.payment === 'paypal')
    return { kind: 'paypal', approved: approvedAccount(press), email: form.email };
  if (form.payment !== 'card') return { kind: form.payment };
  return { kind: 'card', session: await cardSession(press) };
}

/** Whether what was approved is refused, and not the amount. */
function isOfAccount({ code, field }: UserError): boolean {
  return code === 'INVALID_PAYMENT' && field.at(-1) === 'paypalWalletContent';
}

function approvedAccount(press: Press): ApprovedAccount {
  const approved = press.account();
  if (approved === null) throw new Halt({ kind: 'failed', reason: 'server' });
  return approved;
}

async function cardSession(press: Press): Promise<string> {
  const frame = press.environment.card();
  if (frame === null) throw new Halt({ kind: 'card_invalid', message: CARD_FRAME_FAULT });
  press.step('card');
  const result = await frame.tokenise(press.signal);
  switch (result.kind) {
    case 'session':
      return result.session;
    case 'invalid':
      throw new Halt({ kind: 'card_invalid', message: CARD_INVALID });
    case 'error':
      throw new Halt({ kind: 'card_invalid', message: result.message ?? CARD_FRAME_FAULT });
  }
}

/** Asks the server whether the cart can become an order, and waits while it is busy. */
export async function prepareCart(press: Press): Promise<void> {
  const { now, wait } = press.environment;
  for (let tried = 0; tried < PATIENCE; tried += 1) {
    const { result, errors } = await press.ask(prepare, { cartId: press.cartId });
    if (result?.kind === 'ready') return;
    if (result?.kind !== 'throttled') {
      if (isLockedOut(errors)) press.leaveForServer();
      const found = result === null ? classifyUserErrors(errors) : classifyCoded(result.errors);
      await press.lookAgain(found);
      press.refuse(found);
    }
    press.step('waiting');
    await wait(untilMoment(result.pollAfter, now()), press.signal);
  }
  throw new Halt({ kind: 'failed', reason: 'busy' });
}
