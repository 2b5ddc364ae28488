import { isApiFailure } from '../api/failure.ts';
import { giveUpAttempt } from '../api/challenge-operations.ts';
import { type Environment, failureReason } from './environment.ts';
import type { CheckoutState } from './state.ts';

/** How often to poll whether the buyer has completed the bank's challenge elsewhere. */
const CHALLENGE_WAIT = 3_000;

/** Waits until the attempt is worth another look. If the buyer gives the challenge up, asks the server to end it. */
export async function waitForBuyer(
  environment: Environment,
  attemptId: string,
  signal: AbortSignal,
): Promise<void> {
  await untilPressed(environment, signal);
  await giveUp(environment, attemptId, signal);
}

/** Waits for the next poll, or until the buyer gives the challenge up. */
function untilPressed({ store, wait }: Environment, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (isPressed(store.get())) resolve();
    };
    const stop = store.subscribe(look);
    wait(CHALLENGE_WAIT, signal).then(resolve, reject).finally(stop);
    look();
  });
}

const isPressed = (state: CheckoutState): boolean =>
  state.kind === 'challenge' && state.givingUp === 'pressed';

/** Asks the server once to end the challenge; the polls read how it ended. */
async function giveUp({ api, store }: Environment, attemptId: string, signal: AbortSignal): Promise<void> {
  if (!isPressed(store.get())) return;
  store.dispatch({ type: 'giving_up', givingUp: 'running' });
  try {
    await api.run(giveUpAttempt, { attemptId }, signal);
  } catch (failure) {
    if (!isApiFailure(failure)) throw failure;
    store.dispatch({ type: 'giving_up', givingUp: failureReason(failure.kind) });
  }
}
