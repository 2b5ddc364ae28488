import { commerce, golden } from '../proofs.mjs';

const STORIES = 'every_story_costs_what_the_worksheet_says';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'Prices and taxes',
  entries: [
    {
      rule: 'recurring totals (5.16): a phase lasts from the end of the one before',
      broken: 'it lasts from the beginning',
      file: 'crates/commerce/src/selling_plan/recurring.rs',
      find: 'Some(end - before)',
      replace: 'Some(end)',
      noticedBy: commerce('phases_follow_each_other_where_prices_end_at_different_orders'),
    },
    {
      rule: 'recurring totals (5.16): a line of quantity 0 does not recur',
      broken: 'such lines count',
      file: 'crates/commerce/src/selling_plan/recurring.rs',
      find: '.filter(|line| line.1 > 0)',
      replace: '',
      noticedBy: commerce('a_line_of_nothing_recurs_never'),
    },
    {
      rule: 'allocation: the largest remainders get the units that are left',
      broken: 'the smallest get them',
      file: 'crates/commerce/src/discount/shares.rs',
      find: 'std::cmp::Reverse(remainders[place])',
      replace: 'remainders[place]',
      noticedBy: commerce('any_amount_is_split_exactly_and_fairly'),
    },
    {
      rule: 'market: a price is never rounded below the least price of its rounding',
      broken: 'it is rounded to nothing',
      file: 'crates/commerce/src/market/conversion.rs',
      find: 'amount.max(least)',
      replace: 'amount.max(0)',
      noticedBy: golden(STORIES),
    },
    {
      rule: 'market: the ending is taken off before rounding',
      broken: 'it is not',
      file: 'crates/commerce/src/market/conversion.rs',
      find: 'numerator - ending * denominator',
      replace: 'numerator',
      noticedBy: golden(STORIES),
    },
    {
      rule: 'added tax is rounded half away from zero',
      broken: 'a half is rounded down',
      file: 'crates/commerce/src/money/minor_units.rs',
      find: 'u64::from(left >= u64::from(whole) - left)',
      replace: 'u64::from(left > u64::from(whole) - left)',
      noticedBy: commerce('added_tax_is_rounded_half_away_from_zero'),
    },
    {
      rule: 'prices at home include their tax',
      broken: 'it is added',
      file: 'crates/commerce/src/rules/pricing_context.rs',
      find: 'map_or(Taxation::Included,',
      replace: 'map_or(Taxation::Added,',
      noticedBy: golden(STORIES),
    },
  ],
};
