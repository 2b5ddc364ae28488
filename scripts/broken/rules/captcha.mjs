import { server } from '../proofs.mjs';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'The captcha',
  entries: [
    {
      rule: 'captcha: a challenge runs out',
      broken: 'it never does',
      file: 'crates/server/src/captcha/challenge.rs',
      find: 'is_ours && now < until',
      replace: 'is_ours',
      noticedBy: server('a_solution_is_worth_nothing_elsewhere'),
    },
    {
      rule: 'captcha: a solution holds for one cart',
      broken: 'for any cart',
      file: 'crates/server/src/captcha/challenge.rs',
      find: '&cart,',
      replace: '',
      noticedBy: server('a_solution_is_worth_nothing_elsewhere'),
    },
  ],
};
