import { create } from '../account/passkeys.ts';
import { signalAccepted } from '../account/passkey-signals.ts';
import { passkeyButton } from './passkey-work.ts';

/** Adding a passkey on the account's page. */
export function offerCreation(box: HTMLElement, page: AbortSignal): void {
  passkeyButton(box, page, async (signal) => {
    await create({ signal });
    if (!page.aborted) location.assign('/account?zmena=ulozeno');
  });
}

/** Tells the authenticator which passkeys the account has: it forgets those that were removed. */
export function tellAccepted({ dataset }: HTMLElement): void {
  const { host, user, ids } = dataset;
  if (host === undefined || user === undefined || ids === undefined) return;
  signalAccepted(
    host,
    user,
    ids.split(' ').filter((id) => id !== ''),
  );
}
