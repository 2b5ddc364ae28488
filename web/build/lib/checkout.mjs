import { fileURLToPath } from 'node:url';
import { bundle } from 'lightningcss';
import { targets } from './styles.mjs';

const source = (/** @type {string} */ path) =>
  fileURLToPath(new URL(`../../checkout/src/${path}`, import.meta.url));

/** The checkout app's entry. */
export const CHECKOUT_ENTRY = source('main.tsx');

/**
 * Takes the style sheet out of the script that imports it: the server's page links it, so that it is there first.
 * @returns {import('rolldown').Plugin}
 */
export const withoutStyles = () => ({
  name: 'zkratka-without-styles',
  load: {
    filter: { id: /\.css$/ },
    handler: () => ({ code: '', moduleType: 'js', moduleSideEffects: false }),
  },
});

/** The checkout's style sheet with all that it imports, minified. */
export function checkoutStyles() {
  const { code, warnings } = bundle({ filename: source('styles/checkout.css'), minify: true, targets });
  if (warnings.length > 0) throw new Error(warnings.map(({ message }) => message).join('; '));
  return code;
}
