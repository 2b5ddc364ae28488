import { commerce, embed } from '../proofs.mjs';

const SHEET = 'web/embed/flows/sheet';

/** @type {import('../rules.mjs').Section} */
export default {
  section: "A payment's end and a sheet's end",
  entries: [
    {
      rule: "a capture is of the order's total",
      broken: 'a capture of any amount counts',
      file: 'crates/commerce/src/attempt/transition/ordered.rs',
      find: ' if *amount == step.total() =>',
      replace: ' if amount.currency == amount.currency =>',
      noticedBy: commerce('a_capture_of_another_amount_needs_a_person'),
    },
    {
      rule: 'an error that the buyer can correct is shown before anything is asked again',
      broken: 'it is asked again first',
      file: 'web/embed/flows/deceleration.ts',
      find: "'show_error', 'retry', 'complete'",
      replace: "'retry', 'show_error', 'complete'",
      noticedBy: embed(`${SHEET}/actions.test.ts`, 'the first is taken'),
    },
    {
      rule: 'no step of a sheet begins after its end',
      broken: 'it begins while the sheet closes',
      file: `${SHEET}/step-runner.ts`,
      find: 'if (over !== null) return over;',
      replace: 'void over;',
      noticedBy: embed(`${SHEET}/step-runner.test.ts`, 'no step begins after the end'),
    },
  ],
};
