//! What an order saves in its buyer's account.

use zkratka_commerce::address::Address;
use zkratka_commerce::order::{Order, OrderSnapshot};
use zkratka_commerce::payment::CardSummary;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_payments::GatewayName;
use zkratka_store::{EntryId, SaveOrder, SavedMandate};

/// What to save of an order whose buyer has typed this card.
pub(crate) fn save_of(
    order: &Order,
    card: Option<CardSummary>,
    ids: &Ids,
    now: Timestamp,
) -> SaveOrder {
    let snapshot = &order.snapshot;
    let renews = snapshot.has_selling_plan();
    let [card_id, address_id] = ids.secrets().map(|secret| EntryId(secret.0));
    let charged = snapshot.payment.charged_mandate();
    let card = card.and_then(|card| saved(card, card_id));
    SaveOrder {
        order: order.number,
        account: snapshot.save_for,
        renews,
        renewed_by: charged.filter(|_| renews).map(str::to_owned),
        // An address without its card would be one that nobody asked to keep.
        address: address(snapshot)
            .filter(|_| card.is_some())
            .map(|address| (address_id, address.clone())),
        card,
        now,
    }
}

fn saved(card: CardSummary, id: EntryId) -> Option<SavedMandate> {
    Some(SavedMandate {
        id,
        gateway: GatewayName::Card.as_str().to_owned(),
        mandate: card.mandate?,
        network: card.network,
        last_four: card.last_four,
        expires: card.expires,
    })
}

/// Where the order goes, or whom it bills if nothing is delivered.
fn address(snapshot: &OrderSnapshot) -> Option<&Address> {
    let delivered = snapshot.delivery_address.as_ref();
    delivered.or(snapshot.billing_address.as_ref())
}
