/** `pay.js` of the sandbox: stands where Google's script would, and defines the same global. */
import { createPaymentsClient } from './client.ts';
import { mintAt } from './mint.ts';
import { openSheet } from './sheet/open.tsx';

interface Global {
  google?: { payments?: { api?: unknown } };
}

const SCRIPT = '/sandbox/google-pay/pay.js';

/** Where the script came from: its server issues the tokens. */
function ownAddress(): string {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript.src;
  const script = [...document.scripts].find(({ src }) => src.includes(SCRIPT));
  return script?.src ?? new URL(SCRIPT, location.href).href;
}

const shared = globalThis as Global;
const PaymentsClient = createPaymentsClient({
  mint: mintAt(new URL('tokens', ownAddress()).href),
  open: openSheet,
});
// Other scripts of Google's share the name.
shared.google = { ...shared.google, payments: { ...shared.google?.payments, api: { PaymentsClient } } };
