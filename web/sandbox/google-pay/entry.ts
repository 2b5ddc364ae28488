/** `pay.js` of the sandbox: stands where Google's script would, and defines the same global. */
import { ownAddress } from '../common/own-address.ts';
import { createPaymentsClient } from './client.ts';
import { mintAt } from './mint.ts';
import { openSheet } from './sheet/open.tsx';

interface Global {
  google?: { payments?: { api?: unknown } };
}

const SCRIPT = '/sandbox/google-pay/pay.js';

const shared = globalThis as Global;
const PaymentsClient = createPaymentsClient({
  mint: mintAt(new URL('tokens', ownAddress(SCRIPT)).href),
  open: openSheet,
});
// Other scripts of Google's share the name.
shared.google = { ...shared.google, payments: { ...shared.google?.payments, api: { PaymentsClient } } };
