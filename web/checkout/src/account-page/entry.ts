/** The only script of the account's pages. They work without it; what it adds is hidden until it runs. */
import { runFrame } from './frame.ts';
import { offerCreation, tellAccepted } from './passkeys.ts';
import { offerSignIn } from './sign-in.ts';

const PARTS: readonly (readonly [selector: string, run: (box: HTMLElement, page: AbortSignal) => void])[] = [
  ['[data-passkey-sign-in]', offerSignIn],
  ['[data-passkey-add]', offerCreation],
  ['[data-passkeys-known]', tellAccepted],
  ['[data-wallet-frame]', runFrame],
];

function start(): void {
  const page = new AbortController();
  for (const [selector, run] of PARTS)
    for (const box of document.querySelectorAll<HTMLElement>(selector)) run(box, page.signal);
  addEventListener(
    'pagehide',
    () => {
      page.abort();
      addEventListener('pageshow', start, { once: true });
    },
    { once: true },
  );
}

start();
