import { commerce } from '../proofs.mjs';

/** @type {import('../rules.mjs').Section} */
export default {
  section: "Stock and the merchant's rules",
  entries: [
    {
      rule: 'stock: the buyer is warned of a line with less than was wanted',
      broken: 'there is no warning of one less',
      file: 'crates/commerce/src/stock.rs',
      find: 'given < wanted',
      replace: 'given < wanted.saturating_sub(1)',
      noticedBy: commerce('lines_are_lowered_when_stock_fell'),
    },
    {
      rule: "merchant's rules: a cart that broke a rule before can be mended",
      broken: 'every broken rule is reported again',
      file: 'crates/commerce/src/merchant/check.rs',
      find: ' && !known.contains(place)',
      replace: '',
      noticedBy: commerce('a_cart_that_broke_the_rule_before_can_be_mended'),
    },
    {
      rule: "merchant's rules: a minimum lets the cart be filled",
      broken: 'it does not',
      file: 'crates/commerce/src/rules/cart_rule.rs',
      find: 'Self::CostsLessThan(_) => false',
      replace: 'Self::CostsLessThan(_) => true',
      noticedBy: commerce('a_minimum_lets_the_cart_be_filled'),
    },
  ],
};
