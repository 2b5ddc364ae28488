import { abuse } from '../proofs.mjs';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'The captcha',
  entries: [
    {
      rule: 'captcha: a challenge runs out',
      broken: 'it never does',
      file: 'crates/abuse/src/captcha/challenge.rs',
      find: 'is_ours && now < until',
      replace: 'is_ours',
      noticedBy: abuse('a_solution_is_worth_nothing_elsewhere'),
    },
    {
      rule: 'captcha: a solution holds for one cart',
      broken: 'for any cart',
      file: 'crates/abuse/src/captcha/challenge.rs',
      find: '&cart,',
      replace: '',
      noticedBy: abuse('a_solution_is_worth_nothing_elsewhere'),
    },
  ],
};
