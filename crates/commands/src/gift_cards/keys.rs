//! `zkratka gift-card keys`

use super::arguments::GiftCardKeys;
use crate::support::{CliError, existing_shop, output, pretty};
use serde_json::{Value, json};
use std::process::ExitCode;
use zkratka_commerce::gift_card::CodeKeyId;
use zkratka_gift_cards::{KeyRow, key_rows};
use zkratka_store::clock::{Clock, SystemClock};

pub(super) async fn run(arguments: GiftCardKeys) -> Result<ExitCode, CliError> {
    let (config, store) = existing_shop(&arguments.file.config).await?;
    let rows = key_rows(&*store, &config.gift_card_codes, SystemClock.now()).await?;
    if arguments.json {
        let list: Vec<Value> = rows.iter().map(to_json).collect();
        output::line(&pretty(&Value::Array(list)));
        return Ok(ExitCode::SUCCESS);
    }
    if rows.is_empty() {
        output::line("No keys and no gift cards yet.");
    }
    for row in &rows {
        let KeyRow {
            cards,
            with_balance,
            may_get_money,
            ..
        } = row;
        let (id, state) = (id(row).unwrap_or("no key"), row.state.name());
        output::line(&format!(
            "{id:<32}  {state:<8}  {with_balance:>8} cards with a balance, {may_get_money:>8} used up that may get money back, {cards:>8} in all"
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn id(row: &KeyRow) -> Option<&str> {
    row.key.as_ref().map(CodeKeyId::as_str)
}

fn to_json(row: &KeyRow) -> Value {
    json!({
        "id": id(row),
        "state": row.state.name(),
        "cards": row.cards,
        "cardsWithBalance": row.with_balance,
        "cardsThatMayGetMoney": row.may_get_money,
    })
}
