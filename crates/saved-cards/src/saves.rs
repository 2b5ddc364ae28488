//! What an order saves in its buyer's account.

use zkratka_commerce::address::{Address, display_lines};
use zkratka_commerce::order::{Order, OrderSnapshot};
use zkratka_commerce::payment::CardSummary;
use zkratka_commerce::time::Timestamp;
use zkratka_ids::Ids;
use zkratka_payments::GatewayName;
use zkratka_store::{
    Account, AccountLetterId, AccountLetterKind, EntryId, NewAccountLetter, SaveOrder, SavedMandate,
};
use zkratka_texts::network_name;

/// What to save of an order whose buyer has typed this card. `owner` has the account in which to save.
pub(crate) fn save_of(
    order: &Order,
    card: Option<CardSummary>,
    owner: Option<&Account>,
    ids: &Ids,
    now: Timestamp,
) -> SaveOrder {
    let snapshot = &order.snapshot;
    let renews = snapshot.has_selling_plan();
    let [card_id, address_id] = ids.secrets().map(|secret| EntryId(secret.0));
    let charged = snapshot.payment.charged_mandate();
    let card = card.and_then(|card| saved(card, card_id));
    // An address without its card would be one that nobody asked to keep.
    let address = address(snapshot).filter(|_| card.is_some());
    let named = card.as_ref().map(card_name);
    let place = address.map(|address| display_lines(address).join(", "));
    let both = named.as_ref().zip(place.as_ref());
    let both = both.map(|(card, place)| format!("{card}; {place}"));
    let told = [
        both.map(|both| (AccountLetterKind::NewCardAndAddress, both)),
        named.map(|card| (AccountLetterKind::NewCard, card)),
        place.map(|place| (AccountLetterKind::NewAddress, place)),
    ];
    let letters = owner.map(|owner| letters(owner, told.into_iter().flatten(), ids, now));
    SaveOrder {
        order: order.number,
        account: owner.map(|owner| owner.id).or(snapshot.save_for),
        renews,
        renewed_by: charged.filter(|_| renews).map(str::to_owned),
        address: address.map(|address| (address_id, address.clone())),
        letters: letters.unwrap_or_default(),
        card,
        now,
    }
}

/// The store sends the one that is true.
fn letters(
    owner: &Account,
    told: impl Iterator<Item = (AccountLetterKind, String)>,
    ids: &Ids,
    now: Timestamp,
) -> Vec<NewAccountLetter> {
    told.map(|(kind, detail)| NewAccountLetter {
        id: AccountLetterId(ids.secret().0),
        kind,
        email: owner.email.clone(),
        detail,
        now,
    })
    .collect()
}

fn card_name(card: &SavedMandate) -> String {
    let network = network_name(&card.network);
    format!("{network}\u{a0}••\u{a0}{}", card.last_four)
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
