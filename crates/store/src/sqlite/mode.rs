//! The mode of the database.

use crate::StoreError;
use crate::mode::{ModeEvidence, name, parse};
use rusqlite::{Connection, OptionalExtension};
use zkratka_commerce::order::Mode;

/// Whether any order is of this mode. A document begins with a byte that tells its version.
const HAS_ORDER: &str = "SELECT EXISTS (SELECT 1 FROM orders
    WHERE json_extract(CAST(substr(doc, 2) AS TEXT), '$.mode') = ?1)";
const HAS_GIFT_CARDS: &str = "SELECT EXISTS (SELECT 1 FROM gift_cards)";
/// A live order vouches for the cards that it sold. For others in a live database a person must.
const MARK_CARDS: &str = "UPDATE gift_cards SET mode = ?1
    WHERE mode IS NULL AND (?1 = 'test' OR order_number IS NOT NULL)";

/// Records the mode, or refuses it.
pub(super) fn claim(connection: &Connection, mode: Mode) -> Result<(), StoreError> {
    let evidence = read(connection)?;
    evidence.allow(mode)?;
    if evidence.recorded.is_none() {
        connection.execute(
            "INSERT INTO shop_mode (id, mode) VALUES (1, ?1)",
            [name(mode)],
        )?;
    }
    connection.execute(MARK_CARDS, [name(mode)])?;
    Ok(())
}

fn read(connection: &Connection) -> Result<ModeEvidence, StoreError> {
    let recorded: Option<String> = connection
        .query_row("SELECT mode FROM shop_mode", [], |row| row.get(0))
        .optional()?;
    if let Some(recorded) = recorded {
        return Ok(ModeEvidence {
            recorded: Some(parse(&recorded)?),
            ..ModeEvidence::default()
        });
    }
    let has_order =
        |mode| connection.query_row(HAS_ORDER, [name(mode)], |row| row.get::<_, bool>(0));
    Ok(ModeEvidence {
        recorded: None,
        has_test_orders: has_order(Mode::Test)?,
        has_live_orders: has_order(Mode::Live)?,
        has_gift_cards: connection.query_row(HAS_GIFT_CARDS, [], |row| row.get(0))?,
    })
}
