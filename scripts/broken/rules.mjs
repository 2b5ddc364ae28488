// Lists all rules that are broken on purpose.
import { faultIn } from './change.mjs';
import addresses from './rules/addresses.mjs';
import afterSale from './rules/after-sale.mjs';
import amazonPay from './rules/amazon-pay.mjs';
import approval from './rules/approval.mjs';
import captcha from './rules/captcha.mjs';
import chunks from './rules/chunks.mjs';
import delivery from './rules/delivery.mjs';
import endings from './rules/endings.mjs';
import goods from './rules/goods.mjs';
import paypal from './rules/paypal.mjs';
import prices from './rules/prices.mjs';
import shopWallet from './rules/shop-wallet.mjs';
import steps from './rules/steps.mjs';
import popup from './rules/popup.mjs';
import transfers from './rules/transfers.mjs';

/**
 * @typedef {object} Rule A rule and one change that breaks it. `file`, `find` and `replace` are those of a Change.
 * @property {string} rule The rule.
 * @property {string} broken The behaviour once the rule is broken.
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 * @property {import('./proofs.mjs').Proof} noticedBy The test that must then fail.
 *
 * @typedef {object} Section
 * @property {string} section Its title.
 * @property {readonly Rule[]} entries
 */

/** @type {readonly Section[]} */
export const sections = [
  prices,
  goods,
  delivery,
  addresses,
  captcha,
  approval,
  popup,
  paypal,
  amazonPay,
  shopWallet,
  afterSale,
  endings,
  steps,
  transfers,
  chunks,
];

export const entriesOf = (some) => some.flatMap(({ entries }) => entries);

/** Reports the rules whose change does not match the sources, and what to correct. */
export const driftOf = (root, entries) =>
  entries.flatMap((entry) => {
    const fault = faultIn(root, entry);
    return fault ? [`${fault}\n  Mend "${entry.rule}" in scripts/broken/rules.`] : [];
  });

const holds = (entry, section, text) =>
  [section, entry.rule, entry.broken, entry.file, entry.noticedBy.test].some((part) =>
    part.toLowerCase().includes(text),
  );

/** The rules that contain the text, ignoring case, by section. Empty sections are omitted. */
export const selected = (all, text) =>
  all
    .map(({ section, entries }) => ({
      section,
      entries: entries.filter((entry) => holds(entry, section, text.toLowerCase())),
    }))
    .filter(({ entries }) => entries.length > 0);
