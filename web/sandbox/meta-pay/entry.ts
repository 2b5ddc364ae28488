/**
 * `meta-pay.js` of the sandbox. The address, the global and the class are the project's own: those of Meta's script are not
 * public.
 */
import { sheetsLoader } from '../common/load-sheets.ts';
import { ownAddress } from '../common/own-address.ts';
import { mintAt } from './mint.ts';
import { createPaymentRequest } from './payment-request.ts';
import { sheetOpener } from './sheet/open.ts';

const SCRIPT = '/sandbox/meta-pay/meta-pay.js';

const address = ownAddress(SCRIPT);
const PaymentRequest = createPaymentRequest({
  mint: mintAt(new URL('containers', address).href),
  open: sheetOpener(sheetsLoader(address)),
});
Object.assign(globalThis, { metaPay: { PaymentRequest } });
