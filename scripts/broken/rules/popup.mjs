import { embed, unhandledIn } from '../proofs.mjs';

const PAYPAL = 'web/embed/wallets/paypal';
const TESTS = `${PAYPAL}/adapter.test.ts`;
const noticed = (test) => embed(TESTS, test);

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'PayPal and Venmo: the window (4.19, 4.20)',
  entries: [
    {
      rule: 'a blocked window is reported as blocked',
      broken: 'as cancelled',
      file: `${PAYPAL}/window.ts`,
      find: "{ kind: 'blocked' }",
      replace: "{ kind: 'cancelled' }",
      noticedBy: noticed('told once, and the window is gone'),
    },
    {
      rule: 'a window that closes after the approval is not cancelled',
      broken: 'it is',
      file: `${PAYPAL}/window.ts`,
      find: "if (!isApproved) end({ kind: 'cancelled' });",
      replace: "end({ kind: 'cancelled' });",
      noticedBy: noticed('a window that closes after the approval is no cancelled one'),
    },
    {
      rule: 'an approval that comes twice counts once',
      broken: 'twice',
      file: `${PAYPAL}/window.ts`,
      find: 'isOver || isApproved',
      replace: 'isOver',
      noticedBy: noticed('approved twice is approved once'),
    },
    {
      rule: 'the window says that the buyer pays later',
      broken: '`commit: true`',
      file: `${PAYPAL}/window.ts`,
      find: 'commit: false',
      replace: 'commit: true',
      noticedBy: noticed('starts the window in the same task, with an order that comes later'),
    },
    {
      rule: "the window opens in the click's own task",
      broken: 'a task later',
      file: `${PAYPAL}/window.ts`,
      find: 'resolve(opening.start(order()));',
      replace: 'setTimeout(() => { resolve(opening.start(order())); });',
      noticedBy: noticed('kept for what renews'),
    },
    {
      rule: 'for a plan the buyer approves an agreement',
      broken: 'an order',
      file: `${PAYPAL}/window.ts`,
      find: '(billingAgreement ? keeping : paying)',
      replace: 'paying',
      noticedBy: noticed('kept for what renews'),
    },
    {
      rule: 'a window that is gone leaves nothing',
      broken: "the vendor's session stays",
      file: `${PAYPAL}/window.ts`,
      find: 'opening?.destroy();',
      replace: '',
      noticedBy: noticed('told once, and the window is gone'),
    },
    {
      rule: 'without an agreement the window shows none',
      broken: 'one with an empty name',
      file: `${PAYPAL}/window.ts`,
      find: "throw Object.assign(new Error('There is no order'), { code: reply.error.code });",
      replace: "return '';",
      noticedBy: noticed('there is no agreement: the window is not shown one'),
    },
    {
      rule: 'every rejection is handled',
      broken: 'one is not',
      file: `${PAYPAL}/window.ts`,
      find: 'shown.catch(() => undefined);',
      replace: '',
      noticedBy: unhandledIn(TESTS, 'blocked, and then there is not even'),
    },
    {
      rule: 'the terms of subscriptions are accepted only for goods that renew',
      broken: 'always',
      file: `${PAYPAL}/content.ts`,
      find: 'acceptedSubscriptionTerms: terms.hasSellingPlan',
      replace: 'acceptedSubscriptionTerms: true',
      noticedBy: noticed('hands on what the API wants of who has approved'),
    },
  ],
};
