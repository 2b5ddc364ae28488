import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

/** @typedef {import('./output.mjs').Output} Output */

const checkout = fileURLToPath(new URL('../../checkout/src/', import.meta.url));

/**
 * Builds the script of the account's pages. Their policy names this one file, so it is a whole.
 * @param {Output} output
 */
export const buildAccount = async (output) =>
  output.add('account.js', await bundle(checkout, 'account-page/entry.ts'));
