//! The tests that every store must pass, written against the trait. [`store_suite!`] generates the tests of one store.

pub(crate) mod accounts;
pub(crate) mod attempts;
pub(crate) mod benefits;
pub(crate) mod carts;
pub(crate) mod catalogue;
pub(crate) mod conservation;
pub(crate) mod downloads;
pub(crate) mod gift_card_codes;
pub(crate) mod modes;
pub(crate) mod order_life;
pub(crate) mod outbox;
pub(crate) mod personal_data;
pub(crate) mod races;
pub(crate) mod saved_cards;
pub(crate) mod stock_alerts;
pub(crate) mod transfers;
pub(crate) mod unpaid_orders;
pub(crate) mod wallet_messages;

/// Generates the tests of one store; `$open` is an async function that returns a new, empty `TestStore`.
macro_rules! store_suite {
    ($open:path) => {
        mod accounts {
            use crate::suite::accounts as stories;

            /// [B.16] An account is opened once for each address, found by all spellings of the mailbox, and deleted with everything in it.
            #[tokio::test]
            async fn are_opened_once_for_each_address() {
                let opened = $open().await;
                stories::are_opened_once_for_each_address(opened.store.clone()).await;
            }

            /// [B.02] A passkey belongs to one account; of two assertions at one counter, one is recorded.
            #[tokio::test]
            async fn keep_passkeys_of_one_owner() {
                let opened = $open().await;
                stories::keep_passkeys_of_one_owner(opened.store.clone()).await;
            }

            /// [B.02] Addresses and cards are kept within their number, the one used last first.
            #[tokio::test]
            async fn keep_addresses_and_cards() {
                let opened = $open().await;
                stories::keep_addresses_and_cards(opened.store.clone()).await;
            }

            /// [B.02] A device is recognised by its secret until it expires or is ended, and its sessions end with it.
            #[tokio::test]
            async fn recognise_devices_by_their_secret() {
                let opened = $open().await;
                stories::recognise_devices_by_their_secret(opened.store.clone()).await;
            }

            /// [B.02] Of two codes that were decided at once for a mailbox, one is sent. A decoy is answered as a code is, and is none.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn send_one_code_after_another() {
                let opened = $open().await;
                stories::send_one_code_after_another(opened.store.clone()).await;
            }

            /// [B.02] Each e-mail to an owner is claimed by one server at a time, codes first, until it is deleted.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn give_each_letter_to_one_server() {
                let opened = $open().await;
                stories::give_each_letter_to_one_server(opened.store.clone()).await;
            }

            /// [B.02] A session ends when it is idle, at its end, or when its owner signs out.
            #[tokio::test]
            async fn end_sessions_that_are_idle_or_old() {
                let opened = $open().await;
                stories::end_sessions_that_are_idle_or_old(opened.store.clone()).await;
            }

            /// [B.02] A challenge has five tries, one use and one purpose.
            #[tokio::test]
            async fn count_the_tries_of_a_challenge() {
                let opened = $open().await;
                stories::count_the_tries_of_a_challenge(opened.store.clone()).await;
            }

            /// [B.16] What has expired is deleted; codes count for a day longer.
            #[tokio::test]
            async fn lose_what_has_expired() {
                let opened = $open().await;
                stories::lose_what_has_expired(opened.store.clone()).await;
            }
        }

        mod saved_cards {
            use crate::suite::saved_cards as stories;

            /// [3.13] [B.02] A confirmed payment by a saved card pays once, and only what its owner has confirmed.
            #[tokio::test]
            async fn pay_once_for_what_was_confirmed() {
                let opened = $open().await;
                stories::pay_once_for_what_was_confirmed(opened.store.clone()).await;
            }

            /// [7.16] An order is of the account that it is saved in, once, newest first, until the account is deleted.
            #[tokio::test]
            async fn have_the_orders_of_their_cards() {
                let opened = $open().await;
                stories::have_the_orders_of_their_cards(opened.store.clone()).await;
            }

            /// [3.13] Of several servers that save an order's card and address, one does it, and it is never done again.
            #[tokio::test]
            async fn are_saved_once_for_each_order() {
                let opened = $open().await;
                stories::are_saved_once_for_each_order(opened.store.clone()).await;
            }

            /// [1.07] The owner gets an e-mail about each new card and address, once.
            #[tokio::test]
            async fn are_announced_if_they_are_new() {
                let opened = $open().await;
                stories::are_announced_if_they_are_new(opened.store.clone()).await;
            }

            /// [3.13] A card that is saved again replaces itself, and its older mandate ends, unless a subscription needs it.
            #[tokio::test]
            async fn replace_the_same_card() {
                let opened = $open().await;
                stories::replace_the_same_card(opened.store.clone()).await;
            }

            /// [3.13] An order that could not be saved is tried again later.
            #[tokio::test]
            async fn are_tried_again_later() {
                let opened = $open().await;
                stories::are_tried_again_later(opened.store.clone()).await;
            }

            /// [3.13] [B.02] A bound card pays only while its confirmation counts, and while the account has the card.
            #[tokio::test]
            async fn pay_while_confirmed() {
                let opened = $open().await;
                stories::pay_while_confirmed(opened.store.clone()).await;
            }

            /// [3.13] A new confirmation of a cart ends the older ones.
            #[tokio::test]
            async fn pay_by_the_last_confirmation() {
                let opened = $open().await;
                stories::pay_by_the_last_confirmation(opened.store.clone()).await;
            }

            /// [B.16] The mandate of a card that could not be saved is to be ended, unless a subscription needs it.
            #[tokio::test]
            async fn that_are_not_saved_end() {
                let opened = $open().await;
                stories::that_are_not_saved_end(opened.store.clone()).await;
            }

            /// [B.16] Removed cards and deleted accounts leave mandates to end. One server at a time ends them.
            #[tokio::test]
            async fn end_with_their_mandates() {
                let opened = $open().await;
                stories::end_with_their_mandates(opened.store.clone()).await;
            }

            /// [B.02] Many calls at once add no more cards, passkeys and addresses than an account may have.
            #[tokio::test]
            async fn keep_within_their_number_at_once() {
                let opened = $open().await;
                stories::keep_within_their_number_at_once(opened.store.clone()).await;
            }
        }

        mod stock_alerts {
            use crate::suite::stock_alerts as stories;

            /// [B.13] An alert is kept once for each mailbox and variant, within the limits.
            #[tokio::test]
            async fn are_kept_once_for_each_mailbox_and_variant() {
                let opened = $open().await;
                stories::are_kept_once_for_each_mailbox_and_variant(opened.store.clone()).await;
            }

            /// [B.13] One server sends an alert at a time, and only for the variants that can be bought.
            #[tokio::test]
            async fn are_claimed_by_one_server_at_a_time() {
                let opened = $open().await;
                stories::are_claimed_by_one_server_at_a_time(opened.store.clone()).await;
            }

            /// [B.13] Nobody can ask again in the name of a mailbox that has ended its alerts, until a pause is over.
            #[tokio::test]
            async fn ended_alerts_cannot_be_asked_for_again() {
                let opened = $open().await;
                stories::ended_alerts_cannot_be_asked_for_again(opened.store.clone()).await;
            }

            /// [B.13] The pause is counted from the end, however old the alerts are and whatever is under way.
            #[tokio::test]
            async fn ended_alerts_block_for_the_whole_pause() {
                let opened = $open().await;
                stories::ended_alerts_block_for_the_whole_pause(opened.store.clone()).await;
            }

            /// [B.13] Who ends alerts ends all that the mailbox waits for, and nobody else's.
            #[tokio::test]
            async fn are_ended_for_their_mailbox() {
                let opened = $open().await;
                stories::are_ended_for_their_mailbox(opened.store.clone()).await;
            }

            /// [B.13] Nobody has e-mails sent to somebody without end.
            #[tokio::test]
            async fn count_after_they_are_sent() {
                let opened = $open().await;
                stories::sent_alerts_count_without_their_address(opened.store.clone()).await;
            }

            /// [B.16] Old alerts are deleted, and those of one person are found.
            #[tokio::test]
            async fn are_found_and_deleted() {
                let opened = $open().await;
                stories::are_found_and_deleted(opened.store.clone()).await;
            }
        }

        mod modes {
            use crate::suite::modes as stories;

            /// [B.02] A store of test mode is never one of live mode.
            #[tokio::test]
            async fn are_kept() {
                let opened = $open().await;
                stories::a_store_keeps_its_mode(opened.store.clone()).await;
            }
        }

        mod carts {
            use crate::suite::carts as stories;

            #[tokio::test]
            async fn come_back_as_they_were() {
                let opened = $open().await;
                stories::come_back_as_they_were(opened.store.clone()).await;
            }

            /// [B.03] Of two changes based on the same revision, one must read the cart again.
            #[tokio::test]
            async fn change_by_compare_and_set() {
                let opened = $open().await;
                stories::change_by_compare_and_set(opened.store.clone()).await;
            }

            /// [B.03] A key in use stays with its first cart; of several inserts, those with other keys are stored.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn take_no_place_of_another_and_no_other_with_them() {
                let opened = $open().await;
                stories::take_no_place_of_another_and_no_other_with_them(opened.store.clone())
                    .await;
            }

            /// [B.03] Parallel changes are all kept.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn lose_no_change_made_at_once() {
                let opened = $open().await;
                stories::lose_no_change_made_at_once(opened.store.clone()).await;
            }

            /// [B.03] Only attempts change a cart's status.
            #[tokio::test]
            async fn are_opened_and_closed_by_attempts_only() {
                let opened = $open().await;
                stories::are_opened_and_closed_by_attempts_only(opened.store.clone()).await;
            }

            /// [B.03] An edit that was under way when the buyer submitted is refused.
            #[tokio::test]
            async fn held_by_an_attempt_refuse_an_edit_begun_before() {
                let opened = $open().await;
                stories::held_by_an_attempt_refuse_an_edit_begun_before(opened.store.clone()).await;
            }

            /// [B.03] Sixteen requests under one idempotency key at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn of_one_idempotency_key_are_stored_once() {
                let opened = $open().await;
                stories::of_one_idempotency_key_are_stored_once(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn expire_when_nobody_wants_them() {
                let opened = $open().await;
                stories::expire_when_nobody_wants_them(opened.store.clone()).await;
            }

            /// [B.03] The record of money that the gateway may hold outlives the expiry of carts.
            #[tokio::test]
            async fn whose_payment_reached_the_gateway_never_expire() {
                let opened = $open().await;
                stories::whose_payment_reached_the_gateway_never_expire(opened.store.clone()).await;
            }
        }

        mod catalogue {
            use crate::suite::catalogue as stories;

            #[tokio::test]
            async fn is_empty_at_first() {
                let opened = $open().await;
                stories::is_empty_at_first(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn is_kept_as_imported_and_numbered() {
                let opened = $open().await;
                stories::is_kept_as_imported_and_numbered(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn is_not_changed_by_the_same_feed_again() {
                let opened = $open().await;
                stories::is_not_changed_by_the_same_feed_again(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn does_not_get_sold_units_back_from_the_same_feed() {
                let opened = $open().await;
                stories::does_not_get_sold_units_back_from_the_same_feed(opened.store.clone())
                    .await;
            }

            #[tokio::test]
            async fn takes_a_changed_quantity_as_a_fresh_count() {
                let opened = $open().await;
                stories::takes_a_changed_quantity_as_a_fresh_count(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn lets_stock_tracking_be_switched() {
                let opened = $open().await;
                stories::lets_stock_tracking_be_switched(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn keeps_numbers_whatever_feeds_come() {
                let opened = $open().await;
                stories::keeps_numbers_whatever_feeds_come(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn does_not_lose_reserved_units_of_a_variant_that_left() {
                let opened = $open().await;
                stories::does_not_lose_reserved_units_of_a_variant_that_left(opened.store.clone())
                    .await;
            }

            #[tokio::test]
            async fn is_restocked_without_reading_all_again() {
                let opened = $open().await;
                stories::is_restocked_without_reading_all_again(opened.store.clone()).await;
            }
        }

        mod attempts {
            use crate::suite::attempts as stories;

            /// [7.06] [B.03] Reserved, authorised, captured: one order, for the agreed amount.
            #[tokio::test]
            async fn by_card_reserve_and_become_one_order() {
                let opened = $open().await;
                stories::by_card_reserve_and_become_one_order(opened.store.clone()).await;
            }

            /// [7.06] Payment on delivery and by transfer: the submit itself makes the order.
            #[tokio::test]
            async fn without_a_gateway_become_an_order_at_once() {
                let opened = $open().await;
                stories::without_a_gateway_become_an_order_at_once(opened.store.clone()).await;
            }

            /// [7.06] [B.03] A repeated submit finds the stored attempt.
            #[tokio::test]
            async fn are_found_again_by_their_token() {
                let opened = $open().await;
                stories::are_found_again_by_their_token(opened.store.clone()).await;
            }

            /// [7.06] [B.03] Another submit of the same cart is answered as already accepted.
            #[tokio::test]
            async fn keep_other_tokens_off_their_cart() {
                let opened = $open().await;
                stories::keep_other_tokens_off_their_cart(opened.store.clone()).await;
            }

            /// [7.06] A token belongs to one cart.
            #[tokio::test]
            async fn do_not_share_a_token_between_carts() {
                let opened = $open().await;
                stories::do_not_share_a_token_between_carts(opened.store.clone()).await;
            }

            /// [B.03] [7.06] A token stands for one purchase.
            #[tokio::test]
            async fn do_not_answer_for_other_contents() {
                let opened = $open().await;
                stories::do_not_answer_for_other_contents(opened.store.clone()).await;
            }

            /// [7.06] [B.03] A cart that cannot be sold, or not for the amount shown, is refused, and nothing changes.
            #[tokio::test]
            async fn read_price_and_stock_afresh() {
                let opened = $open().await;
                stories::read_price_and_stock_afresh(opened.store.clone()).await;
            }

            /// [B.03] Two lines of one variant cannot take more units than there are.
            #[tokio::test]
            async fn add_up_lines_of_one_variant() {
                let opened = $open().await;
                stories::add_up_lines_of_one_variant(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn take_no_stock_where_none_is_kept_and_oversell_where_allowed() {
                let opened = $open().await;
                stories::take_no_stock_where_none_is_kept_and_oversell_where_allowed(
                    opened.store.clone(),
                )
                .await;
            }

            /// [B.03] A failed attempt gives stock and cart back, once.
            #[tokio::test]
            async fn that_fail_give_everything_back_once() {
                let opened = $open().await;
                stories::that_fail_give_everything_back_once(opened.store.clone()).await;
            }

            /// [B.03] An attempt that was released never sells.
            #[tokio::test]
            async fn that_let_go_never_become_an_order() {
                let opened = $open().await;
                stories::that_let_go_never_become_an_order(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn say_what_they_do_to_the_reservation() {
                let opened = $open().await;
                stories::say_what_they_do_to_the_reservation(opened.store.clone()).await;
            }

            /// [B.03] The order is the attempt's snapshot, whatever a step contains.
            #[tokio::test]
            async fn sell_exactly_what_was_agreed() {
                let opened = $open().await;
                stories::sell_exactly_what_was_agreed(opened.store.clone()).await;
            }

            /// [B.03] A late server writes nothing.
            #[tokio::test]
            async fn write_under_a_fence() {
                let opened = $open().await;
                stories::write_under_a_fence(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn that_do_not_exist_cannot_advance() {
                let opened = $open().await;
                stories::that_do_not_exist_cannot_advance(opened.store.clone()).await;
            }

            /// [B.03] [B.08] One worker resumes a due attempt.
            #[tokio::test]
            async fn that_are_due_are_claimed_by_one() {
                let opened = $open().await;
                stories::that_are_due_are_claimed_by_one(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn number_their_orders_without_gaps_newest_first() {
                let opened = $open().await;
                stories::number_their_orders_without_gaps_newest_first(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn move_their_orders_payment_on() {
                let opened = $open().await;
                stories::move_their_orders_payment_on(opened.store.clone()).await;
            }

            /// [B.03] An attempt in review is listed until a person decides.
            #[tokio::test]
            async fn that_need_a_person_are_listed() {
                let opened = $open().await;
                stories::that_need_a_person_are_listed(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn hear_of_a_notification_once() {
                let opened = $open().await;
                stories::hear_of_a_notification_once(opened.store.clone()).await;
            }
        }

        mod wallet_messages {
            use crate::suite::wallet_messages as stories;

            /// [3.13] A wallet's token pays one cart, once.
            #[tokio::test]
            async fn take_a_wallets_message_for_one_cart_once() {
                let opened = $open().await;
                stories::take_a_wallets_message_for_one_cart_once(opened.store.clone()).await;
            }

            /// [3.13] A message whose cart could not be stored still pays another cart.
            #[tokio::test]
            async fn claim_nothing_for_a_cart_that_is_not_replaced() {
                let opened = $open().await;
                stories::claim_nothing_for_a_cart_that_is_not_replaced(opened.store.clone()).await;
            }

            /// [3.13] A wallet's token pays one cart, also if several present it at once.
            #[tokio::test]
            async fn give_a_message_to_one_of_many_carts() {
                let opened = $open().await;
                stories::give_a_message_to_one_of_many_carts(opened.store.clone()).await;
            }
        }

        mod benefits {
            use crate::suite::benefits as stories;

            /// [B.03] Discount uses and gift card money are reserved like stock.
            #[tokio::test]
            async fn are_given_back_once_by_an_attempt_that_fails() {
                let opened = $open().await;
                stories::are_given_back_once_by_an_attempt_that_fails(opened.store.clone()).await;
            }

            /// [B.03] An order keeps the uses and the money that it took.
            #[tokio::test]
            async fn stay_with_the_order_that_used_them() {
                let opened = $open().await;
                stories::stay_with_the_order_that_used_them(opened.store.clone()).await;
            }

            /// [3.12] A cart that gift cards cover needs no other payment.
            #[tokio::test]
            async fn that_cover_the_cart_need_no_other_payment() {
                let opened = $open().await;
                stories::that_cover_the_cart_need_no_other_payment(opened.store.clone()).await;
            }

            /// [B.03] The agreed amount is ordered, or nothing is.
            #[tokio::test]
            async fn that_are_gone_meanwhile_are_noticed() {
                let opened = $open().await;
                stories::that_are_gone_meanwhile_are_noticed(opened.store.clone()).await;
            }

            /// [B.03] The limits hold when many buyers come at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn go_to_one_of_many_at_once() {
                let opened = $open().await;
                stories::go_to_one_of_many_at_once(opened.store.clone()).await;
            }

            /// Each bought unit of a gift card becomes one card, however often the step is repeated.
            #[tokio::test]
            async fn gift_cards_that_are_sold_are_issued_once() {
                let opened = $open().await;
                stories::sold_gift_cards_are_issued_once(opened.store.clone()).await;
            }

            /// [B.03] Gift cards bought with money that was not captured cannot pay.
            #[tokio::test]
            async fn that_are_sold_pay_once_they_are_paid() {
                let opened = $open().await;
                stories::sold_gift_cards_pay_once_they_are_paid(opened.store.clone()).await;
            }

            /// A disabled or expired card no longer pays, except for the attempt that holds it.
            #[tokio::test]
            async fn that_are_void_pay_nothing() {
                let opened = $open().await;
                stories::void_cards_pay_nothing(opened.store.clone()).await;
            }

            /// A card is issued once and keeps its balance.
            #[tokio::test]
            async fn gift_cards_are_issued_once() {
                let opened = $open().await;
                stories::gift_cards_are_issued_once(opened.store.clone()).await;
            }
        }

        mod gift_card_codes {
            use crate::suite::gift_card_codes as stories;

            #[tokio::test]
            async fn an_order_sells_exactly_its_gift_cards() {
                let opened = $open().await;
                stories::an_order_sells_exactly_its_gift_cards(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn a_code_of_another_key_is_not_issued_again() {
                let opened = $open().await;
                stories::a_code_of_another_key_is_not_issued_again(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn keys_of_codes_are_counted_and_recognised() {
                let opened = $open().await;
                stories::keys_of_codes_are_counted_and_recognised(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn payments_that_sell_cards_are_counted() {
                let opened = $open().await;
                stories::payments_that_sell_cards_are_counted(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn used_up_cards_that_may_get_money_are_counted() {
                let opened = $open().await;
                stories::used_up_cards_that_may_get_money_are_counted(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn cards_of_a_contested_order_are_withheld() {
                let opened = $open().await;
                stories::cards_of_a_contested_order_are_withheld(opened.store.clone()).await;
            }
        }

        mod order_life {
            use crate::suite::order_life as stories;

            /// [B.12] A cancelled order gives its stock back once, and its event is told once.
            #[tokio::test]
            async fn is_stored_once_with_all_that_follows() {
                let opened = $open().await;
                stories::is_stored_once_with_all_that_follows(opened.store.clone()).await;
            }

            /// [B.12] The key of an operation stands for one operation on one order.
            #[tokio::test]
            async fn counts_a_key_in_the_whole_shop() {
                let opened = $open().await;
                stories::counts_a_key_in_the_whole_shop(opened.store.clone()).await;
            }

            /// [B.12] Refunds at once never take more than was paid.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn refunds_no_more_than_was_paid_at_once() {
                let opened = $open().await;
                stories::refunds_no_more_than_was_paid_at_once(opened.store.clone()).await;
            }

            /// [B.12] A refund survives the server that began it.
            #[tokio::test]
            async fn keeps_a_refund_until_it_is_settled() {
                let opened = $open().await;
                stories::keeps_a_refund_until_it_is_settled(opened.store.clone()).await;
            }

            /// [B.12] A refund that one server was refused and another one's call began is followed to its end.
            #[tokio::test]
            async fn takes_up_a_refused_refund_that_was_accepted() {
                let opened = $open().await;
                stories::takes_up_a_refused_refund_that_was_accepted(opened.store.clone()).await;
            }

            /// [B.12] A refund that was taken up again is followed whatever leases there were before.
            #[tokio::test]
            async fn an_old_lease_does_not_give_up_a_refund_taken_up_again() {
                let opened = $open().await;
                stories::an_old_lease_does_not_give_up_a_refund_taken_up_again(
                    opened.store.clone(),
                )
                .await;
            }

            /// [B.12] Orders made or changed in a span are found, and those that wait for a provider, page by page.
            #[tokio::test]
            async fn finds_orders_whose_money_may_have_moved() {
                let opened = $open().await;
                stories::finds_orders_whose_money_may_have_moved(opened.store.clone()).await;
            }

            /// [B.12] A cancellation and the capture follow each other.
            #[tokio::test]
            async fn meets_the_capture_in_one_sequence() {
                let opened = $open().await;
                stories::meets_the_capture_in_one_sequence(opened.store.clone()).await;
            }
        }

        mod downloads {
            use crate::suite::downloads as stories;

            /// [B.12] However many ask at once, a file is sent no more often than it was bought.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn are_counted_up_to_their_limit() {
                let opened = $open().await;
                stories::are_counted_up_to_their_limit(opened.store.clone()).await;
            }

            /// [B.12] A consent is evidence, so nothing replaces it.
            #[tokio::test]
            async fn keep_the_first_consent() {
                let opened = $open().await;
                stories::keep_the_first_consent(opened.store.clone()).await;
            }
        }

        mod transfers {
            use crate::suite::transfers as stories;

            /// [B.12] An unpaid order has one reminder, and returns its goods once.
            #[tokio::test]
            async fn are_reminded_and_expire_once() {
                let opened = $open().await;
                stories::are_reminded_and_expire_once(opened.store.clone()).await;
            }

            /// [B.12] Only an order that waits for its transfer expires.
            #[tokio::test]
            async fn end_with_a_payment_or_a_cancellation() {
                let opened = $open().await;
                stories::end_with_a_payment_or_a_cancellation(opened.store.clone()).await;
            }

            /// [B.12] A payment and the end of an order's time at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn race_with_their_payment() {
                let opened = $open().await;
                stories::race_with_their_payment(opened.store.clone()).await;
            }

            /// [B.12] Six servers at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn are_claimed_by_one_server_each() {
                let opened = $open().await;
                stories::are_claimed_by_one_server_each(opened.store.clone()).await;
            }

            /// [B.12] An order that expires counts no longer, whatever became of its goods.
            #[tokio::test]
            async fn give_back_the_place_of_their_buyer() {
                let opened = $open().await;
                stories::give_back_the_place_of_their_buyer(opened.store.clone()).await;
            }
        }

        mod unpaid_orders {
            use crate::suite::unpaid_orders as stories;

            /// [8.03] A contact gets no more by ordering at once, whatever server takes the order.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn of_one_contact_are_bounded_when_they_come_at_once() {
                let opened = $open().await;
                stories::of_one_contact_are_bounded_when_they_come_at_once(opened.store.clone())
                    .await;
            }

            #[tokio::test]
            async fn make_room_when_they_are_paid_or_old() {
                let opened = $open().await;
                stories::make_room_when_they_are_paid_or_old(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn count_only_what_was_sold_unpaid() {
                let opened = $open().await;
                stories::count_only_what_was_sold_unpaid(opened.store.clone()).await;
            }

            /// [B.12] Orders with somebody's contact do not keep that person from ordering.
            #[tokio::test]
            async fn come_with_a_captcha_up_to_a_higher_bound() {
                let opened = $open().await;
                stories::come_with_a_captcha_up_to_a_higher_bound(opened.store.clone()).await;
            }

            /// [B.12] The higher bound holds for orders at once, whatever server takes them.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn come_with_a_captcha_at_once() {
                let opened = $open().await;
                stories::come_with_a_captcha_at_once(opened.store.clone()).await;
            }

            /// [B.12] The bounds keep one client from taking the whole stock of free goods.
            #[tokio::test]
            async fn cost_nothing() {
                let opened = $open().await;
                stories::cost_nothing(opened.store.clone()).await;
            }
        }

        mod races {
            use crate::suite::races as stories;

            /// [B.03] Sixteen submits of one cart at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn submits_of_one_cart_begin_one_attempt() {
                let opened = $open().await;
                stories::submits_of_one_cart_begin_one_attempt(opened.store.clone()).await;
            }

            /// [B.03] Sixteen clicks with one token at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn clicks_with_one_token_begin_one_attempt() {
                let opened = $open().await;
                stories::clicks_with_one_token_begin_one_attempt(opened.store.clone()).await;
            }

            /// [B.03] Twenty carts want the last unit at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn the_last_unit_goes_to_one_cart() {
                let opened = $open().await;
                stories::the_last_unit_goes_to_one_cart(opened.store.clone()).await;
            }

            /// [B.03] Two contradicting outcomes at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn two_outcomes_of_one_attempt_end_it_once() {
                let opened = $open().await;
                stories::two_outcomes_of_one_attempt_end_it_once(opened.store.clone()).await;
            }

            /// [B.03] [B.08] Two workers at once.
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn workers_never_share_a_due_attempt() {
                let opened = $open().await;
                stories::workers_never_share_a_due_attempt(opened.store.clone()).await;
            }
        }

        proptest::proptest! {
            #![proptest_config(proptest::prelude::ProptestConfig {
                cases: 48,
                failure_persistence: None,
                ..proptest::prelude::ProptestConfig::default()
            })]

            /// [B.03] After random histories, every unit is available, reserved or sold.
            #[test]
            fn stock_is_conserved(events in crate::suite::conservation::events()) {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .unwrap();
                runtime.block_on(async {
                    let opened = $open().await;
                    crate::suite::conservation::holds(opened.store.clone(), events).await;
                });
            }
        }

        mod events {
            use crate::suite::outbox as stories;

            /// [B.08] An event is written in its order's own transaction, and never without it.
            #[tokio::test]
            async fn are_written_with_what_they_tell_of() {
                let opened = $open().await;
                stories::are_written_with_what_they_tell_of(opened.store.clone()).await;
            }

            /// [B.08] A delivery has a lease and a fence.
            #[tokio::test]
            async fn are_held_by_one_at_a_time() {
                let opened = $open().await;
                stories::are_held_by_one_at_a_time(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn are_let_go_or_taken_from_the_dead() {
                let opened = $open().await;
                stories::are_let_go_or_taken_from_the_dead(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn of_one_order_go_one_after_the_other() {
                let opened = $open().await;
                stories::of_one_order_go_one_after_the_other(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn that_are_given_up_hold_nothing_back() {
                let opened = $open().await;
                stories::that_are_given_up_hold_nothing_back(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn are_sent_again_when_somebody_says_so() {
                let opened = $open().await;
                stories::are_sent_again_when_somebody_says_so(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn are_sent_to_whoever_missed_them() {
                let opened = $open().await;
                stories::are_sent_to_whoever_missed_them(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn are_sent_in_batches_to_whoever_missed_them() {
                let opened = $open().await;
                stories::are_sent_in_batches_to_whoever_missed_them(opened.store.clone()).await;
            }

            #[tokio::test]
            async fn are_forgotten_when_everybody_has_heard() {
                let opened = $open().await;
                stories::are_forgotten_when_everybody_has_heard(opened.store.clone()).await;
            }
        }

        mod personal_data {
            use crate::suite::personal_data as stories;

            /// [B.03] An order can be redacted: the person is gone from every row, and the money stays as it was.
            #[tokio::test]
            async fn of_an_order_are_erased_and_its_sums_stay() {
                let opened = $open().await;
                stories::of_an_order_are_erased_and_its_sums_stay(opened.store.clone()).await;
            }

            /// [B.03] Nothing is erased that settling a payment may need.
            #[tokio::test]
            async fn stay_while_money_moves() {
                let opened = $open().await;
                stories::stay_while_money_moves(opened.store.clone()).await;
            }

            /// [B.12] An order that a transfer has paid, or that was cancelled, needs no contact any more.
            #[tokio::test]
            async fn go_once_an_order_is_paid_or_cancelled() {
                let opened = $open().await;
                stories::go_once_an_order_is_paid_or_cancelled(opened.store.clone()).await;
            }

            /// [B.12] The buyer of a refund that is under way may have to be asked.
            #[tokio::test]
            async fn stay_while_a_refund_is_under_way() {
                let opened = $open().await;
                stories::stay_while_a_refund_is_under_way(opened.store.clone()).await;
            }

            /// [B.03] What is erased from an attempt never changes what the gateway was asked for.
            #[tokio::test]
            async fn of_ended_attempts_are_erased_and_of_no_others() {
                let opened = $open().await;
                stories::of_ended_attempts_are_erased_and_of_no_others(opened.store.clone()).await;
            }

            /// Every document is read once, page by page.
            #[tokio::test]
            async fn are_found_by_the_person() {
                let opened = $open().await;
                stories::are_found_by_the_person(opened.store.clone()).await;
            }

            /// [B.03] A notification that is remembered still changes nothing.
            #[tokio::test]
            async fn in_notifications_are_forgotten_a_few_at_a_time() {
                let opened = $open().await;
                stories::in_notifications_are_forgotten_a_few_at_a_time(opened.store.clone()).await;
            }
        }
    };
}

pub(crate) use store_suite;
