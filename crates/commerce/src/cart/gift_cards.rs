//! Adds gift cards to a cart and removes them. The caller has already looked the codes up: only the store knows which
//! codes exist and what a card holds.

use super::Cart;
use crate::error::{Fault, FaultCode};
use crate::gift_card::{CartGiftCard, GiftCardId, MAX_GIFT_CARDS};
use crate::subject::Subject;

/// Adds gift cards to the cart. A card already on the cart is not added again.
#[must_use]
pub fn add_gift_cards(cart: &mut Cart, cards: &[CartGiftCard]) -> Vec<Fault> {
    let mut all = cart.gift_cards.clone();
    for card in cards {
        if all.iter().all(|known| known.id != card.id) {
            all.push(card.clone());
        }
    }
    if all.len() > MAX_GIFT_CARDS {
        return vec![Fault::of(FaultCode::Invalid, Subject::GiftCards)];
    }
    cart.gift_cards = all;
    Vec::new()
}

/// Removes gift cards from the cart. Faults carry indices into `ids`.
#[must_use]
pub fn remove_gift_cards(cart: &mut Cart, ids: &[GiftCardId]) -> Vec<Fault> {
    let is_there = |id: &GiftCardId| cart.gift_cards.iter().any(|card| card.id == *id);
    let missing = ids.iter().enumerate().filter(|(_, id)| !is_there(id));
    let faults: Vec<_> = missing
        .map(|(index, _)| Fault::of(FaultCode::Invalid, Subject::GiftCard(index)))
        .collect();
    if faults.is_empty() {
        cart.gift_cards.retain(|card| !ids.contains(&card.id));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::empty_cart;

    fn card(id: u64) -> CartGiftCard {
        CartGiftCard {
            id: GiftCardId(id),
            last_characters: "abcd".to_owned(),
        }
    }

    fn ids(cart: &Cart) -> Vec<u64> {
        cart.gift_cards.iter().map(|card| card.id.0).collect()
    }

    #[test]
    fn a_card_is_on_a_cart_once_and_comes_off_once() {
        let mut cart = empty_cart();
        assert_eq!(add_gift_cards(&mut cart, &[card(2), card(1), card(2)]), []);
        assert_eq!(add_gift_cards(&mut cart, &[card(1), card(3)]), []);
        assert_eq!(ids(&cart), [2, 1, 3]);
        let faults = remove_gift_cards(&mut cart, &[GiftCardId(1), GiftCardId(9)]);
        assert_eq!(
            faults,
            [Fault::of(FaultCode::Invalid, Subject::GiftCard(1))]
        );
        assert_eq!(ids(&cart), [2, 1, 3]);
        assert_eq!(remove_gift_cards(&mut cart, &[GiftCardId(1)]), []);
        assert_eq!(ids(&cart), [2, 3]);
    }

    #[test]
    fn a_cart_takes_so_many_cards() {
        let mut cart = empty_cart();
        let cards: Vec<_> = (0..=MAX_GIFT_CARDS as u64).map(card).collect();
        assert_eq!(add_gift_cards(&mut cart, &cards).len(), 1);
        assert_eq!(cart.gift_cards, []);
        assert_eq!(add_gift_cards(&mut cart, &cards[1..]), []);
    }
}
