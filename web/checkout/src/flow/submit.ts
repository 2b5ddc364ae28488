import type { CaptchaSolution } from '../api/model.ts';
import { amountDue } from '../form/total.ts';
import { validate } from '../form/validate.ts';
import type { Autosave } from './autosave.ts';
import { untilAnswerable } from './captcha.ts';
import { formContext } from './environment.ts';
import { asSubmissionStop, SubmissionStop, PageLeave } from './submission-stop.ts';
import { order } from './order.ts';
import { pay, startCard } from './pay.ts';
import type { Press } from './press.ts';
import { haltOnDeliveries, saveAll } from './save-all.ts';

/**
 * Places an order in three requests: the entered data, the payment, the submission. `answer` solves a captcha that the
 * server asked for.
 */
export async function submitOrder(
  press: Press,
  autosave: Autosave,
  answer: CaptchaSolution | null = null,
): Promise<void> {
  await guarded(press, async () => {
    const { form, cart, submission } = press.editing();
    // A token that was only held back by a captcha has no stored outcome.
    const keptBack = submission.kind === 'captcha';
    const errors = validate(form, formContext({ cart }, press.environment.data.shop));
    if (Object.keys(errors).length > 0) throw new SubmissionStop({ kind: 'invalid' }, errors);
    press.haltOnStock();

    press.step('saving');
    const card = startCard(press);
    try {
      await save(press, autosave);
      press.haltOnAmount(amountDue({ cart, form }));
    } catch (reason) {
      // The page stays locked until the card fields answer: the next press would mistake a late answer for its own.
      await card?.catch(() => undefined);
      throw reason;
    }
    await pay(press, card);
    if (submission.kind === 'captcha') await untilAnswerable(submission.question, press);
    await order(press, !keptBack && press.environment.attempts.pending() !== null, answer);
  });
}

async function save(press: Press, autosave: Autosave): Promise<void> {
  const codes = await autosave.settle();
  // Detected while saving. The buyer has just pressed the order button, so the server may show the existing order.
  if (press.environment.store.get().kind === 'gone') press.leaveForServer();
  if (codes !== null) throw new SubmissionStop({ kind: 'invalid' }, { codes });
  await saveAll(press, autosave);
  autosave.ordered();
  haltOnDeliveries(press);
}

/** Repeats only the submission, with the same token: the cart must not change before the outcome is known. */
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
