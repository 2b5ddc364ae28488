import { validate } from '../form/validate.ts';
import { formContext } from './environment.ts';
import { asHalt, Halt, Left } from './halt.ts';
import { order } from './order.ts';
import { pay, prepareCart } from './pay.ts';
import type { Press } from './press.ts';
import { saveAll } from './save-all.ts';

/** Takes an order from the pressed button to its outcome. */
export async function submitOrder(press: Press, flush: () => Promise<void>): Promise<void> {
  await guarded(press, async () => {
    const { form, cart } = press.editing();
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
    await order(press, press.environment.attempts.pending() !== null);
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
