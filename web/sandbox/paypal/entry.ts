/** `web-sdk/v6/core` of the sandbox: replaces PayPal's script and defines the same global. */
import { ownAddress } from '../common/own-address.ts';
import { instances } from './instance.ts';

const SCRIPT = '/sandbox/paypal/web-sdk/v6/core';

const script = document.currentScript;
// Pages that load another PayPal script as well name a different global.
const namespace = (script instanceof HTMLScriptElement ? script.dataset['namespace'] : undefined) ?? 'paypal';

Object.assign(globalThis, {
  [namespace]: {
    createInstance: instances({ approvalUrl: new URL('../../approve', ownAddress(SCRIPT)).href }),
    version: '6.0.0',
  },
});
