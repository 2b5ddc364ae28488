import { chunkEntries, neededBy, union } from './chunks.mjs';
import { compress } from './output.mjs';

/** @typedef {import('./output.mjs').Output} Output */
/** @typedef {{ name: string, urls: string[], limit: number }} Budget files that are weighed together; `limit` in bytes after brotli */
/** @typedef {{ name: string, raw: number, compressed: number, limit: number }} Weight */

const KB = 1000;

/** The share of each budget that must stay free, so that a small change does not fail the build. */
const FREE = 0.03;

/**
 * @param {{ entry: string, chunks: import('./chunks.mjs').ChunkFiles }} embed
 * @returns {Budget[]}
 */
export const budgets = ({ entry, chunks }) => [
  { name: 'entry with the button styles', urls: [entry], limit: 8 * KB },
  // Includes the code shared with wallets; a page with a wallet loads it once.
  { name: 'entry and what a press needs', urls: union([[entry], chunks.press]), limit: 12.5 * KB },
  {
    name: 'a product page with Google Pay',
    urls: union([[entry], neededBy(chunks).placements['product'] ?? [], chunks['google-pay']]),
    limit: 33 * KB,
  },
  ...chunkEntries().map(([name, { limit = Number.POSITIVE_INFINITY }]) => ({
    name: `${name} alone`,
    urls: chunks[name].slice(0, 1),
    limit,
  })),
];

/**
 * The checkout's scripts without React.
 * @param {import('./checkout.mjs').Checkout} checkout
 * @returns {Budget[]}
 */
export const checkoutBudgets = ({ entry, preload, confirmation, css }) => {
  const own = preload.filter((url) => !isReact(url));
  return [
    { name: 'React', urls: preload.filter(isReact), limit: Number.POSITIVE_INFINITY },
    { name: 'checkout beside React', urls: [entry, ...own], limit: 34.5 * KB },
    { name: 'confirmation alone', urls: [confirmation.entry], limit: 5 * KB },
    { name: 'checkout styles', urls: css, limit: 5 * KB },
  ];
};

/** @param {string} url @returns {Budget} */
export const accountBudget = (url) => ({ name: 'account pages', urls: [url], limit: 6 * KB });

/** @param {string} url */
const isReact = (url) => /\/react-[^/]+\.js$/u.test(url);

/**
 * @param {Output} output
 * @param {Budget} budget
 * @returns {Promise<Weight>}
 */
export async function weigh(output, { name, urls, limit }) {
  let raw = 0;
  let compressed = 0;
  for (const url of urls) {
    const bytes = output.bytes(url);
    raw += bytes.length;
    compressed += (await compress(bytes)).length;
  }
  return { name, raw, compressed, limit };
}

/** @param {Pick<Weight, 'compressed' | 'limit'>} weight */
const isTooBig = ({ compressed, limit }) => compressed > limit * (1 - FREE);

/** @param {Weight[]} weights */
export function table(weights) {
  const rows = weights.map(({ name, raw, compressed, limit }) => [
    name,
    `${raw}`,
    `${compressed}`,
    Number.isFinite(limit) ? `${limit}` : '',
    isTooBig({ compressed, limit }) ? 'TOO BIG' : '',
  ]);
  const all = [['', 'bytes', 'brotli', 'budget', ''], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {Weight[]} weights */
export function assertWithinBudgets(weights) {
  const tooBig = weights.filter(isTooBig);
  if (tooBig.length > 0)
    throw new Error(
      tooBig
        .map(
          ({ name, compressed, limit }) =>
            `${name}: ${compressed} bytes after brotli, allowed are ${limit} less the ${FREE * 100} % that stay free`,
        )
        .join('\n'),
    );
}
