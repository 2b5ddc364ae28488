import { embed } from '../proofs.mjs';

const SHEET = 'web/embed/flows/sheet';
const noticed = (test) => embed(`${SHEET}/approval.test.ts`, test);
const APPROVED = 'details, identity, payment, checkout; nothing is submitted or forgotten';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'PayPal and Venmo: what the buyer approves (4.19, 4.20)',
  entries: [
    {
      rule: 'a cart that costs nothing needs no approval',
      broken: 'it asks for one',
      file: `${SHEET}/sheet-flow.ts`,
      find: 'cost.total === 0',
      replace: 'cost.total === -1',
      noticedBy: noticed('what costs nothing goes to the checkout without one'),
    },
    {
      rule: 'a cart that renews needs an approval, though it costs nothing',
      broken: 'it does not',
      file: `${SHEET}/sheet-flow.ts`,
      find: ' && !this.#cart.hasSellingPlan',
      replace: '',
      noticedBy: noticed('what renews has one, though it costs nothing'),
    },
    {
      rule: 'closing the window shows no error',
      broken: 'an error from before is shown',
      file: `${SHEET}/ending.ts`,
      find: 'failure = null;',
      replace: 'failure ??= null;',
      noticedBy: noticed('by the buyer while its order fails: nothing is said'),
    },
    {
      rule: 'an error that the buyer can correct in the checkout leads to the checkout',
      broken: 'a dialog shows it',
      file: `${SHEET}/ending.ts`,
      find: "approved && settled.kind === 'show_error' ? this.decelerate('cart_not_ready') : settled;",
      replace: 'settled;',
      noticedBy: noticed('leads to the checkout where there is something to mend, too'),
    },
    {
      rule: 'a call that the network lost is repeated',
      broken: 'it is not',
      file: `${SHEET}/approval.ts`,
      find: 'if (isRefused(error)) throw error;',
      replace: 'throw error;',
      noticedBy: noticed('the network is gone for a moment: asked again, and found'),
    },
    {
      rule: "the account's e-mail reaches the cart",
      broken: 'it is left out',
      file: `${SHEET}/approval.ts`,
      find: '...(email === null ? {} : { email }),',
      replace: '',
      noticedBy: noticed(APPROVED),
    },
    {
      rule: "the account's address reaches the cart",
      broken: 'it is left out',
      file: `${SHEET}/approval.ts`,
      find: '...(destination && address ? { address } : {}),',
      replace: '',
      noticedBy: noticed(APPROVED),
    },
    {
      rule: "the account's country reaches the cart",
      broken: 'it is left out',
      file: `${SHEET}/approval.ts`,
      find: '...known,',
      replace: 'validateAddress: known.validateAddress,',
      noticedBy: noticed(APPROVED),
    },
    {
      rule: 'the buyer orders in the checkout',
      broken: 'the window orders',
      file: `${SHEET}/sheet-flow.ts`,
      find: "'fetchBuyer'), token, content, signal);",
      replace: "'fetchBuyer'), token, content, signal); await this.#cart.submit('token', signal);",
      noticedBy: noticed(APPROVED),
    },
  ],
};
