//! What a person is to do about an order, in words.

use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_life::Attention;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{OrderPage, OrderRecord, Store, StoreError};
use zkratka_texts::format_money;

/// How many orders are read at once.
const PAGE: u32 = 200;

/// The newest orders that wait for a person, at most `limit`, each with what to do. Reads all orders until it has found them.
pub async fn needing_attention(
    store: &dyn Store,
    limit: u32,
    now: Timestamp,
) -> Result<Vec<(OrderRecord, String)>, StoreError> {
    let mut found = Vec::new();
    let mut before = None;
    loop {
        let page = OrderPage {
            before,
            limit: PAGE,
        };
        let records = store.orders(page).await?;
        let Some(last) = records.last() else {
            return Ok(found);
        };
        before = Some(last.order.number);
        for record in records {
            if let Some(attention) = record.life().attention(&record.order, now) {
                let what = attention_in_words(record.order.number, attention);
                found.push((record, what));
                if found.len() >= limit as usize {
                    return Ok(found);
                }
            }
        }
    }
}

/// What to do.
#[must_use]
pub fn attention_in_words(order: OrderNumber, attention: Attention) -> String {
    let number = order.0;
    match attention {
        Attention::Review => format!(
            "find out what the gateway holds (zkratka orders show {number}), then zkratka attempts"
        ),
        Attention::CaptureFailed => format!(
            "the capture failed: agree on another payment with the buyer, or zkratka orders cancel {number} --reason 'WHY'"
        ),
        Attention::CaptureUnclear => format!(
            "the gateway said that the capture failed, and afterwards that it succeeded: look for the payment at the gateway (zkratka orders show {number}) before the buyer pays again. If the money is there, refund it with the gateway's own tools, or send the goods with --before-payment. If not, agree on another payment with the buyer, or zkratka orders cancel {number} --reason 'WHY'"
        ),
        Attention::Disputed => "the buyer disputes the payment: answer at the gateway".to_owned(),
        Attention::PayBack(amount) => {
            let amount = format_money(amount.minor, amount.currency);
            format!(
                "the order is cancelled and {amount} is still with you: pay it back (zkratka orders refund {number} --all --reason 'WHY'), or agree on a new order with the buyer"
            )
        }
        Attention::UnexplainedRefund => format!(
            "somebody refunded at the gateway without naming lines, so the order's gift cards pay nothing and its files cannot be downloaded (zkratka orders show {number}). Say what the refund was for: zkratka orders refund {number} --made-elsewhere ID --amount AMOUNT --reason 'WHY', and --line LINE:UNITS for each line that it paid back"
        ),
        Attention::Unpaid => format!(
            "the transfer has not arrived, and the order could not be cancelled: ask the buyer, then zkratka orders mark-paid {number}"
        ),
    }
}
