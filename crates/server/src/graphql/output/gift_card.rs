//! `AppliedGiftCard`

use super::object::{leaf, money, object};
use crate::graphql::gids;
use zkratka_commerce::gift_card::GiftCardPayment;
use zkratka_commerce::money::Currency;

/// A gift card that pays for a cart.
pub(super) struct AppliedGiftCard<'v> {
    pub(super) paid: &'v GiftCardPayment,
    pub(super) currency: Currency,
}

object!(AppliedGiftCard<'_>, "AppliedGiftCard", |this, arguments| {
    "amountUsed" => money(this.paid.amount, this.currency),
    "amountUsedV2" => money(this.paid.amount, this.currency),
    "balance" => money(this.paid.left, this.currency),
    "balanceV2" => money(this.paid.left, this.currency),
    "id" => leaf(gids::gift_card(this.paid.id)),
    "lastCharacters" => leaf(this.paid.last_characters.as_str()),
    "presentmentAmountUsed" => money(this.paid.amount, this.currency),
});
