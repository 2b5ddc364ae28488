/** The chunks that the entry loads on demand (elements/loaders/chunks.ts). The build and its budgets use this one list. */

/**
 * @typedef {object} Chunk
 * @property {string} module relative to web/embed
 * @property {number} [limit] in bytes after brotli, alone
 * @property {string[]} [wallets] the wallets that use it, by attribute name
 */
/** @typedef {keyof typeof CHUNKS} ChunkName */
/** @typedef {Readonly<Record<ChunkName, string[]>>} ChunkFiles the URLs of a chunk and of its imports */

const KB = 1000;

export const CHUNKS = Object.freeze({
  /** Buy-it-now: cart client, outcomes, dialog. */
  press: { module: 'elements/chunks/press.ts' },
  /** A wallet's button and the flow of its sheet. */
  wallet: { module: 'elements/chunks/wallet.ts', limit: 17 * KB },
  /** The wallets of a cart: grid, watching the cart, the button in the checkout. */
  'cart-wallets': { module: 'elements/chunks/cart-wallets.ts' },
  /** Delivery promises, for shops that show them. */
  delivery: { module: 'elements/chunks/delivery.ts', limit: 5 * KB },
  /** Carrier rates, for shops that request them. */
  rates: { module: 'flows/rates/index.ts', limit: 2 * KB },
  /** The consent and the policy of a selling plan. */
  subscription: { module: 'elements/chunks/subscription.ts', limit: 5 * KB },
  // A wallet's adapter, with its drawn button.
  'amazon-pay': {
    module: 'wallets/amazon-pay/index.ts',
    limit: 4 * KB,
    wallets: ['amazon_pay', 'buy_with_prime'],
  },
  'apple-pay': { module: 'wallets/apple-pay/index.ts', limit: 4 * KB, wallets: ['apple_pay'] },
  'google-pay': { module: 'wallets/google-pay/index.ts', limit: 4 * KB, wallets: ['google_pay'] },
  'meta-pay': { module: 'wallets/meta-pay/index.ts', limit: 4 * KB, wallets: ['facebook_pay'] },
  'shop-wallet': { module: 'shop-wallet/index.ts', limit: 4 * KB, wallets: ['shop_pay'] },
  paypal: { module: 'wallets/paypal/index.ts', limit: 4 * KB, wallets: ['paypal', 'venmo'] },
});

/** The chunks that a placement needs, besides the wallet's own, before the buyer can press a wallet. */
export const PLACEMENTS = Object.freeze({
  product: /** @type {const} */ (['press', 'wallet']),
  cart: /** @type {const} */ (['press', 'wallet', 'cart-wallets']),
});

/** @returns {[ChunkName, Chunk][]} */
export const chunkEntries = () => /** @type {[ChunkName, Chunk][]} */ (Object.entries(CHUNKS));

/**
 * The files that a page loads after the entry, by placement and by wallet. The server's pages preload them.
 * @param {ChunkFiles} files
 */
export const neededBy = (files) => ({
  placements: Object.fromEntries(
    Object.entries(PLACEMENTS).map(([placement, names]) => [
      placement,
      union(names.map((name) => files[name])),
    ]),
  ),
  wallets: Object.fromEntries(
    chunkEntries().flatMap(([name, { wallets = [] }]) => wallets.map((wallet) => [wallet, files[name]])),
  ),
});

/** @param {readonly (readonly string[])[]} lists */
export const union = (lists) => [...new Set(lists.flat())];

/** The build-time constants for tests, which run without a build. */
export const testDefines = () => ({ __CHECKOUT__: '[]' });
