import type { CaptchaSolution } from '../api/model.ts';
import { validate } from '../form/validate.ts';
import type { Autosave } from './autosave.ts';
import { formContext } from './environment.ts';
import { asSubmissionStop, SubmissionStop, PageLeave } from './submission-stop.ts';
import { order } from './order.ts';
import { pay, startCard } from './pay.ts';
import type { Press } from './press.ts';
import { haltOnDeliveries, saveAll } from './save-all.ts';

/**
 * Takes an order from the pressed button to its outcome in three requests: all that was entered, the payment, the order.
 * `answer` solves the captcha that kept the order back.
 */
export async function submitOrder(
  press: Press,
  autosave: Autosave,
  answer: CaptchaSolution | null = null,
): Promise<void> {
  await guarded(press, async () => {
    const { form, cart, submission } = press.editing();
    // Of a token that only a captcha has kept back, no outcome is stored.
    const keptBack = submission.kind === 'captcha';
    const errors = validate(form, formContext({ cart }, press.environment.data.shop));
    if (Object.keys(errors).length > 0) throw new SubmissionStop({ kind: 'invalid' }, errors);
    press.haltOnStock();

    press.step('saving');
    const card = startCard(press);
    try {
      await save(press, autosave);
      press.haltOnAmount(cart.total);
    } catch (reason) {
      // The page is locked until the card's answer has come: a late one would be taken for that of the next press.
      await card?.catch(() => undefined);
      throw reason;
    }
    await pay(press, card);
    await order(press, !keptBack && press.environment.attempts.pending() !== null, answer);
  });
}

async function save(press: Press, autosave: Autosave): Promise<void> {
  const codes = await autosave.settle();
  // Found out while saving; the shopper has just asked for the order, so the server may show what became of it.
  if (press.environment.store.get().kind === 'gone') press.leaveForServer();
  if (codes !== null) throw new SubmissionStop({ kind: 'invalid' }, { codes });
  await saveAll(press, autosave);
  autosave.ordered();
  haltOnDeliveries(press);
}

/** Only the last step, with the token already sent: the cart must not be touched before its outcome is known. */
export async function resumeOrder(press: Press): Promise<void> {
  await guarded(press, () => order(press, false));
}

async function guarded(press: Press, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (reason) {
    if (press.signal.aborted || reason instanceof PageLeave) return;
    const { submission, errors } = asSubmissionStop(reason);
    press.environment.store.dispatch({ type: 'submit_stopped', submission, errors });
  }
}
