/** `web-sdk/v6/core` of the sandbox: stands where PayPal's script would, and defines the same global. */
import { ownAddress } from '../common/own-address.ts';
import { instances } from './instance.ts';

const SCRIPT = '/sandbox/paypal/web-sdk/v6/core';

const script = document.currentScript;
// Pages that have a PayPal of their own beside this one name another global.
const namespace = (script instanceof HTMLScriptElement ? script.dataset['namespace'] : undefined) ?? 'paypal';

Object.assign(globalThis, {
  [namespace]: {
    createInstance: instances({ approvalUrl: new URL('../../approve', ownAddress(SCRIPT)).href }),
    version: '6.0.0',
  },
});
