/** `apple-pay-sdk.js` of the sandbox: defines the globals of Apple's browsers, and replaces existing ones. */
import { sheetsLoader } from '../common/load-sheets.ts';
import { ownAddress } from '../common/own-address.ts';
import { EmulatedError } from './errors.ts';
import { mintAt } from './mint.ts';
import { ApplePaySession } from './apple-pay-session.ts';
import { sheetOpener } from './sheet/open.ts';

const SCRIPT = '/sandbox/apple-pay/apple-pay-sdk.js';

const address = ownAddress(SCRIPT);
ApplePaySession.context = {
  mint: mintAt(new URL('tokens', address).href),
  show: sheetOpener(sheetsLoader(address)),
};
Object.assign(globalThis, { ApplePaySession, ApplePayError: EmulatedError });
