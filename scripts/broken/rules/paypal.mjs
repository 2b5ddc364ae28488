import { commerce, payments } from '../proofs.mjs';

const PAYEE = 'crates/payments/src/paypal/payee.rs';
const whole = payments('the_money_comes_whole_and_to_the_merchant');

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'PayPal: whom an order pays (7.09)',
  entries: [
    {
      rule: 'an order is the one that the shop created for the cart',
      broken: 'any order is',
      file: 'crates/commerce/src/cart/remote_order.rs',
      find: 'kept.id == id && kept.agreement_until.is_none()',
      replace: 'kept.agreement_until.is_none()',
      noticedBy: commerce('an_order_is_the_one_that_the_shop_created'),
    },
    {
      rule: 'an order pays the configured merchant',
      broken: 'anybody',
      file: PAYEE,
      find: 'self.payee.as_deref() != Some(merchant)',
      replace: 'self.payee.as_deref() == Some("") && !merchant.is_empty()',
      noticedBy: whole,
    },
    {
      rule: 'an order with a payment instruction is refused',
      broken: 'it is not',
      file: PAYEE,
      find: 'self.is_instructed.then_some(Diversion::Instruction)',
      replace: '(self.is_instructed && merchant.is_empty()).then_some(Diversion::Instruction)',
      noticedBy: whole,
    },
    {
      rule: 'an order with several purchase units is refused',
      broken: 'it is not',
      file: PAYEE,
      find: 'if self.has_several_units {',
      replace: 'if self.has_several_units && merchant.is_empty() {',
      noticedBy: whole,
    },
    {
      rule: 'an authorisation whose payee was changed meanwhile is voided',
      broken: 'it stands',
      file: 'crates/payments/src/paypal/gateway.rs',
      find: 'for id in &order.authorisation_ids {',
      replace: 'for id in order.authorisation_ids.iter().skip(9) {',
      noticedBy: payments('an_authorisation_for_another_payee_is_voided'),
    },
    {
      rule: 'an old webhook is refused',
      broken: 'it is accepted',
      file: 'crates/payments/src/paypal/webhook.rs',
      find: 'now.plus(-MAX_AGE_MS)',
      replace: 'now.plus(-MAX_AGE_MS * 10_000)',
      noticedBy: payments('a_transmission_time_is_accepted_for_three_days'),
    },
  ],
};
