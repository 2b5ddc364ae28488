import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

/** @typedef {import('./output.mjs').Output} Output */

const root = fileURLToPath(new URL('../../sandbox/', import.meta.url));

/**
 * Builds the emulated wallets' scripts: classic scripts, like the real ones. The contents of the sheets need React. They are
 * one module, which the scripts load when the browser is idle.
 * @param {Output} output
 */
export async function buildSandbox(output) {
  const sheets = output.add('wallet-sheets-sandbox.js', await bundle(root, 'sheets.tsx'));
  const options = {
    format: /** @type {const} */ ('iife'),
    define: { __SHEETS_PATH__: JSON.stringify(sheets) },
  };
  return {
    amazonPay: output.add('amazon-pay-sandbox.js', await bundle(root, 'amazon-pay/entry.ts', options)),
    amazonPayPages: output.add(
      'amazon-pay-pages.js',
      await bundle(root, 'amazon-pay/pages/entry.tsx', options),
    ),
    applePay: output.add('apple-pay-sandbox.js', await bundle(root, 'apple-pay/entry.ts', options)),
    paypal: output.add('paypal-sandbox.js', await bundle(root, 'paypal/entry.ts', options)),
    paypalApproval: output.add(
      'paypal-approval.js',
      await bundle(root, 'paypal/approval/entry.tsx', options),
    ),
    googlePay: output.add('google-pay-sandbox.js', await bundle(root, 'google-pay/entry.ts', options)),
    metaPay: output.add('meta-pay-sandbox.js', await bundle(root, 'meta-pay/entry.ts', options)),
  };
}
