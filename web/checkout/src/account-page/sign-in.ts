import { isOfferedInFields, signIn } from '../account/passkeys.ts';
import { childOf } from './child.ts';
import { passkeyButton } from './passkey-work.ts';

/** Signing in by passkey: by the button, or picked in the e-mail field. */
export function offerSignIn(box: HTMLElement, page: AbortSignal): void {
  const goOn = (): void => {
    if (!page.aborted) location.assign(box.dataset['next'] ?? '/account');
  };
  let offered = childOf(page);
  const offer = async (): Promise<void> => {
    offered = childOf(page);
    const { signal } = offered;
    // The buyer has asked for nothing, so no failure is shown: the other ways are there.
    const isSignedIn = await isOfferedInFields()
      .then(async (isOffered) => {
        if (!isOffered || signal.aborted) return false;
        await signIn({ signal, conditional: true });
        return true;
      })
      .catch(() => false);
    if (isSignedIn && !signal.aborted) goOn();
  };
  passkeyButton(box, page, async (signal) => {
    // A browser has one request for a passkey at a time.
    offered.abort();
    try {
      await signIn({ signal, conditional: false });
    } catch (failure) {
      void offer();
      throw failure;
    }
    goOn();
  });
  void offer();
}
