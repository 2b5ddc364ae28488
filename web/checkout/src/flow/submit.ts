import type { CaptchaSolution } from '../api/model.ts';
import { validate } from '../form/validate.ts';
import { formContext } from './environment.ts';
import { asHalt, Halt, Left } from './halt.ts';
import { order } from './order.ts';
import { pay, prepareCart } from './pay.ts';
import type { Press } from './press.ts';
import { saveAll } from './save-all.ts';

/** Takes an order from the pressed button to its outcome; `answer` solves the captcha that kept it back. */
export async function submitOrder(
  press: Press,
  flush: () => Promise<void>,
  answer: CaptchaSolution | null = null,
): Promise<void> {
  await guarded(press, async () => {
    const { form, cart, submission } = press.editing();
    // Of a token that only a captcha has kept back, no outcome is stored.
    const keptBack = submission.kind === 'captcha';
    const errors = validate(form, formContext({ cart }, press.environment.data.shop));
    if (Object.keys(errors).length > 0) throw new Halt({ kind: 'invalid' }, errors);
    press.haltOnStock();

    press.step('saving');
    await flush();
    // Found out while saving; the shopper has just asked for the order, so the server may show what became of it.
    if (press.environment.store.get().kind === 'gone') press.leaveForServer();
    await saveAll(press);
    press.haltOnAmount(cart.total);
    await pay(press);
    await prepareCart(press);
    await order(press, !keptBack && press.environment.attempts.pending() !== null, answer);
  });
}

/** Only the last step, with the token already sent: the cart must not be touched before its outcome is known. */
export async function resumeOrder(press: Press): Promise<void> {
  await guarded(press, () => order(press, false));
}

async function guarded(press: Press, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (reason) {
    if (press.signal.aborted || reason instanceof Left) return;
    const { submission, errors } = asHalt(reason);
    press.environment.store.dispatch({ type: 'submit_stopped', submission, errors });
  }
}
