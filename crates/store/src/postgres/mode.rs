//! The mode of the database.

use super::error::Failure;
use super::session::Session;
use super::work::Work;
use crate::StoreError;
use crate::mode::{ModeEvidence, name, parse};
use async_trait::async_trait;
use zkratka_commerce::order::Mode;

/// Servers that start at once decide one after the other.
const HOLD: &str = "SELECT 1 FROM zkratka_schema WHERE id = 1 FOR UPDATE";
const RECORDED: &str = "SELECT mode FROM shop_mode";
/// A document begins with a byte that tells its version.
const CONTENTS: &str = "SELECT
    EXISTS (SELECT FROM orders
        WHERE convert_from(substring(doc FROM 2), 'UTF8')::json ->> 'mode' = 'test'),
    EXISTS (SELECT FROM orders
        WHERE convert_from(substring(doc FROM 2), 'UTF8')::json ->> 'mode' = 'live'),
    EXISTS (SELECT FROM gift_cards)";
const RECORD: &str = "INSERT INTO shop_mode (id, mode) VALUES (1, $1)";
/// A live order vouches for the cards that it sold. For others in a live database a person must.
const MARK_CARDS: &str = "UPDATE gift_cards SET mode = $1
    WHERE mode IS NULL AND ($1 = 'test' OR order_number IS NOT NULL)";

/// Records the mode, or refuses it.
pub(super) struct Claim(pub(super) Mode);

#[async_trait]
impl Work for Claim {
    type Answer = ();

    async fn run(&self, session: &Session) -> Result<(), Failure> {
        session.begin("BEGIN").await?;
        session.row(HOLD, &[]).await?;
        let evidence = read(session).await?;
        evidence.allow(self.0).map_err(Failure::Final)?;
        let mode = name(self.0);
        if evidence.recorded.is_none() {
            session.execute(RECORD, &[&mode]).await?;
        }
        session.execute(MARK_CARDS, &[&mode]).await?;
        Ok(())
    }
}

async fn read(session: &Session) -> Result<ModeEvidence, Failure> {
    if let Some(row) = session.row(RECORDED, &[]).await? {
        return Ok(ModeEvidence {
            recorded: Some(parse(row.get(0)).map_err(Failure::Final)?),
            ..ModeEvidence::default()
        });
    }
    let row = session.row(CONTENTS, &[]).await?;
    let row = row.ok_or(Failure::Final(StoreError::Inconsistent(
        "the contents cannot be counted",
    )))?;
    Ok(ModeEvidence {
        recorded: None,
        has_test_orders: row.get(0),
        has_live_orders: row.get(1),
        has_gift_cards: row.get(2),
    })
}
