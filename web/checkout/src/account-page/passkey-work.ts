import { isPasskeyFailure, isSupported } from '../account/passkeys.ts';
import { part, say } from './parts.ts';
import { PASSKEY_FAULTS } from './texts.ts';

/** Shows a button of the page, which works from then on. `work` runs once at a time; what it fails with is said below. */
export function passkeyButton(
  box: HTMLElement,
  page: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): void {
  const button = part(box, 'button', HTMLButtonElement);
  const message = part(box, '[role="alert"]', HTMLElement);
  if (button === null || message === null || !isSupported()) return;
  let isBusy = false;
  const press = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    button.setAttribute('aria-disabled', 'true');
    say(message, '');
    try {
      await work(page);
    } catch (failure) {
      if (!page.aborted) say(message, sentence(failure));
    } finally {
      isBusy = false;
      button.removeAttribute('aria-disabled');
    }
  };
  button.addEventListener('click', () => void press(), { signal: page });
  box.hidden = false;
}

const sentence = (failure: unknown): string =>
  PASSKEY_FAULTS[isPasskeyFailure(failure) ? failure.fault : 'server'];
