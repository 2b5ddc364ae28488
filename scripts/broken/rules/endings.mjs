import { attempts, commerce, embed } from '../proofs.mjs';

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
      rule: 'a challenge that is given up ends as the gateway answers',
      broken: 'stock and cart are released at once',
      file: 'crates/commerce/src/attempt/transition/undecided.rs',
      find: `    step.log("buyer_gave_up", "");
    step.perform(Effect::Query);
    step.due_after_call();`,
      replace: `    step.log("buyer_gave_up", "");
    step.fail(FailureReason::ChallengeExpired);`,
      noticedBy: commerce('a_challenge_passed_at_this_moment_makes_the_order'),
    },
    {
      rule: 'giving a challenge up again asks the gateway nothing',
      broken: 'it asks each time',
      file: 'crates/commerce/src/attempt/transition/undecided.rs',
      find: `    if now >= *expires_at {
        return Err(NoTransition::NothingChanges);
    }
    *expires_at = now;`,
      replace: '    *expires_at = now;',
      noticedBy: commerce('giving_up_twice_asks_the_gateway_once'),
    },
    {
      rule: 'what a buyer gives up is a fact, whatever steps other servers store',
      broken: 'a step in between drops it',
      file: 'crates/attempts/src/drive.rs',
      find: `        | Event::BuyerReturned
        | Event::BuyerGaveUp => true,
        Event::Started`,
      replace: `        | Event::BuyerReturned => true,
        Event::BuyerGaveUp
        | Event::Started`,
      noticedBy: attempts('giving_up_survives_a_return_in_another_tab'),
    },
    {
      rule: 'an error that the buyer can correct is shown before anything is asked again',
      broken: 'it is asked again first',
      file: `${SHEET}/deceleration.ts`,
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
