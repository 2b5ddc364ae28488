import { commerce, payments, shopWallets, wallets } from '../proofs.mjs';

const NAME = 'crates/shop-wallets/src/amazon_pay/return_name.rs';
const REVIEW = 'crates/shop-wallets/src/amazon_pay/review.rs';
const REFERENCE = 'crates/payments/src/amazon_pay/reference.rs';
const LEDGER = 'crates/payments/src/amazon_pay/ledger.rs';
const visitor = shopWallets('a_visitor_gets_into_the_own_cart');
const session = payments('a_session_names_its_address');

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'Amazon Pay: who comes back, where goods go, what is charged (4.21, 7.13)',
  entries: [
    {
      rule: 'the name of a cart is sealed with the secrets of the cart',
      broken: 'with the rest of the name alone',
      file: NAME,
      find: '&cart.token_secret.0, &cart.secret.0]',
      replace: '&[], &[]]',
      noticedBy: shopWallets('a_name_is_of_one_cart'),
    },
    {
      rule: 'the seal of a name is compared',
      broken: 'any seal is right',
      file: NAME,
      find: 'self.cart == cart.key && key.is_seal(',
      replace: 'self.cart == cart.key || key.is_seal(',
      noticedBy: shopWallets('a_changed_name_is_of_no_cart'),
    },
    {
      rule: 'a name leads into the cart for an hour',
      broken: 'for as long as somebody keeps it',
      file: NAME,
      find: 'now.0 - self.made_at.0 > LIFETIME_MS',
      replace: 'now.0 - self.made_at.0 > i64::MAX / LIFETIME_MS',
      noticedBy: shopWallets('a_name_expires'),
    },
    {
      rule: 'a browser without the cart is asked first',
      broken: 'it gets in at once',
      file: REVIEW,
      find: '(false, false) => ReviewStep::Ask',
      replace: '(false, false) => ReviewStep::TakeOver',
      noticedBy: visitor,
    },
    {
      rule: 'without the cart, an address leads into it once',
      broken: 'again and again',
      file: REVIEW,
      find: 'if !is_open || is_kept || is_spent =>',
      replace: 'if !is_open =>',
      noticedBy: visitor,
    },
    {
      rule: 'a key derived for one purpose seals for no other',
      broken: 'every purpose has the same key',
      file: 'crates/wallets/src/amazon_pay/derived_key.rs',
      find: 'digest.update(purpose.as_bytes());',
      replace: 'digest.update(&purpose.as_bytes()[..0]);',
      noticedBy: wallets('a_seal_is_of_its_parts_and_purpose'),
    },
    {
      rule: 'a session is for the cart that its review page names',
      broken: 'for any cart',
      file: REFERENCE,
      find: 'review == digest::<ADDRESS>(review_url)',
      replace: 'review.len() == digest::<ADDRESS>(review_url).len()',
      noticedBy: payments('a_session_names_its_cart'),
    },
    {
      rule: 'goods go to the address that the payment was bound to',
      broken: 'to any',
      file: REFERENCE,
      find: 'map(place).as_deref() == Some(bound)',
      replace: 'map(place).is_some_and(|it| it.len() == bound.len())',
      noticedBy: session,
    },
    {
      rule: 'another recipient is another address',
      broken: 'only the place counts',
      file: REFERENCE,
      find: 'let members = [name, city,',
      replace: 'let _other = name;\n    let members = [city, city,',
      noticedBy: session,
    },
    {
      rule: 'only the attempt that set the amount last may set it again',
      broken: 'every attempt may',
      file: 'crates/payments/src/amazon_pay/owner.rs',
      find: 'self.is(key) != self.is_voided',
      replace: '(self.is(key) || !self.is_voided || self.is_voided)',
      noticedBy: payments('only_the_owner_may_set_the_amount_until_it_is_voided'),
    },
    {
      rule: 'a comparison counts no refund whose answer was lost twice',
      broken: 'it reports it as made elsewhere',
      file: LEDGER,
      find: 'if is_asked_for {',
      replace: 'if is_asked_for && known.len() > 9 {',
      noticedBy: payments('refunds_are_told_apart'),
    },
    {
      rule: 'a comparison takes no refund of another charge for its own',
      broken: 'it takes any',
      file: LEDGER,
      find: 'it.charge.as_ref() == Some(&charge.id)',
      replace: 'it.charge.is_some()',
      noticedBy: payments('refunds_are_told_apart'),
    },
    {
      rule: "the address of a completed session is compared with the order's",
      broken: 'the money is taken whatever the address',
      file: 'crates/payments/src/amazon_pay/complete.rs',
      find: 'if goes_to_bound_address(bound, shown) {',
      replace: 'if goes_to_bound_address(bound, shown) || !bound.is_empty() {',
      noticedBy: payments('a_completed_session_is_of_the_orders_address'),
    },
    {
      rule: 'money for another address is voided',
      broken: 'the attempt fails, and the money stays held',
      file: 'crates/commerce/src/attempt/transition/undecided.rs',
      find: `        // Goods go only where the order says: the money goes back, and there is no order.
        PaymentOutcome::AddressChanged { reference } => {
            step.void(reference.clone(), FailureReason::AddressChanged);`,
      replace: `        PaymentOutcome::AddressChanged { .. } => {
            step.fail(FailureReason::AddressChanged);`,
      noticedBy: commerce('money_for_another_address_goes_back'),
    },
    {
      rule: 'the id of a payment is not recorded as that of a refund',
      broken: 'it is',
      file: 'crates/commerce/src/order_life/decide/elsewhere.rs',
      find: 'if is_part_of_payment(payment, reference) {',
      replace: 'if is_part_of_payment(payment, "") && !reference.is_empty() {',
      noticedBy: commerce('a_refund_made_elsewhere_counts_once'),
    },
  ],
};
