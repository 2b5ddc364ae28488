/** @typedef {import('./output.mjs').Output} Output */
/** @typedef {{ module: string, limit?: number }} Chunk `module` relative to web/embed; `limit` in bytes after brotli, alone */
/** @typedef {keyof typeof CHUNKS} ChunkName */
/** @typedef {Record<ChunkName, string>} ChunkUrls */

const KB = 1000;

/**
 * What the entry loads later, each bundled by itself: the one list that the build, its budgets and the tests follow. The
 * imports stand in elements/chunks.ts.
 */
export const CHUNKS = Object.freeze({
  /** React and the views. */
  ui: { module: 'ui/mount.tsx' },
  /** Buy-it-now: cart client, outcomes, dialog. */
  press: { module: 'elements/press.ts' },
  /** What drawn wallet buttons need: the button itself, the cart's grid. */
  wallet: { module: 'elements/wallet.ts', limit: 8 * KB },
  /** The loop of a wallet's sheet. */
  sheet: { module: 'flows/sheet/index.ts', limit: 13.8 * KB },
  /** Promised days and carriers' prices, in shops that have them. */
  delivery: { module: 'elements/delivery.ts', limit: 5 * KB },
  /** The consent and the policy of a selling plan. */
  subscription: { module: 'elements/subscription.ts', limit: 5 * KB },
  /** Apple Pay's adapter. */
  'apple-pay': { module: 'wallets/apple-pay/index.ts', limit: 4 * KB },
  /** Google Pay's adapter. */
  'google-pay': { module: 'wallets/google-pay/index.ts', limit: 4 * KB },
  /** PayPal's adapter, which is Venmo's too. */
  paypal: { module: 'wallets/paypal/index.ts', limit: 4 * KB },
});

/** @returns {[ChunkName, Chunk][]} */
export const chunkEntries = () => /** @type {[ChunkName, Chunk][]} */ (Object.entries(CHUNKS));

/** The dynamic import of a chunk as elements/chunks.ts writes it. @param {Chunk} chunk */
export function importOf({ module }) {
  const path = module.startsWith('elements/') ? module.replace('elements/', './') : `../${module}`;
  return `import('${path}')`;
}

/** What stands for the built chunks where nothing is built: tests. */
export const testChunks = () => Object.fromEntries(chunkEntries().map(([name]) => [name, `./${name}.js`]));
