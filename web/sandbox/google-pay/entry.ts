/** `pay.js` of the sandbox: replaces Google's script and defines the same global. */
import { sheetsLoader } from '../common/load-sheets.ts';
import { ownAddress } from '../common/own-address.ts';
import { createPaymentsClient } from './client.ts';
import { mintAt } from './mint.ts';
import { sheetOpener } from './sheet/open.ts';

interface Global {
  google?: { payments?: { api?: unknown } };
}

const SCRIPT = '/sandbox/google-pay/pay.js';

const shared = globalThis as Global;
const address = ownAddress(SCRIPT);
const PaymentsClient = createPaymentsClient({
  mint: mintAt(new URL('tokens', address).href),
  open: sheetOpener(sheetsLoader(address)),
});
// Other Google scripts use the same global name.
shared.google = { ...shared.google, payments: { ...shared.google?.payments, api: { PaymentsClient } } };
