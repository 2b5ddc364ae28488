/** `apple-pay-sdk.js` of the sandbox: defines the globals that Apple's browsers have, also where they have them. */
import { ownAddress } from '../common/own-address.ts';
import { EmulatedError } from './errors.ts';
import { mintAt } from './mint.ts';
import { ApplePaySession } from './session.ts';
import { showSheet } from './sheet/open.tsx';

const SCRIPT = '/sandbox/apple-pay/apple-pay-sdk.js';

ApplePaySession.context = {
  mint: mintAt(new URL('tokens', ownAddress(SCRIPT)).href),
  show: showSheet,
};
Object.assign(globalThis, { ApplePaySession, ApplePayError: EmulatedError });
