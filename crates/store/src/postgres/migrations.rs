//! The schema, in numbered steps. One row holds the number of steps that the database has, and the number of steps that a
//! program must know to use it.
//!
//! Servers are upgraded one after another while others serve. So a step only ever adds: a server of the previous version
//! continues, and may even be started again. The server that migrates locks the row. Other servers wait for it and then
//! find the work done.

use super::error::Failure;
use super::session::{ONE_MOMENT, Session};
use super::work::Work;
use crate::StoreError;
use async_trait::async_trait;

/// A step of the schema.
pub(super) struct Step {
    pub(super) sql: &'static str,
    /// A program must know at least this many steps to use the result.
    pub(super) needs: u32,
    /// Extra SQL that lets older programs use the result too.
    pub(super) compatibility: Option<CompatibilitySql>,
}

/// SQL for programs older than a step. It runs only if there was a shop before the migration, because only then may older
/// servers be running.
pub(super) struct CompatibilitySql {
    pub(super) sql: &'static str,
    /// With this SQL a program needs to know only this many steps.
    pub(super) needs: u32,
}

/// Every step, in order. Never edit a published step.
pub(super) const STEPS: &[Step] = &[
    Step {
        sql: include_str!("../../migrations/postgres/0001_shop.sql"),
        needs: 1,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0002_wallet_messages.sql"),
        needs: 1,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0003_discounts_and_gift_cards.sql"),
        // An older program that resumes an attempt would lose the amounts that gift cards pay, and would never give them
        // back.
        needs: 3,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0004_managed_gift_cards.sql"),
        // An older program would let disabled and expired cards pay, and would sell cards without issuing them.
        needs: 4,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0005_delivery_groups.sql"),
        // An older program that resumes an attempt would lose the delivery method of subscription goods that ship separately.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0006_order_events.sql"),
        // An older program makes orders without events, so the merchant's systems would never hear of them. The extra SQL
        // makes the events for it.
        needs: 6,
        compatibility: Some(CompatibilitySql {
            sql: include_str!("../../migrations/postgres/0006_for_older_servers.sql"),
            needs: 5,
        }),
    },
    Step {
        sql: include_str!("../../migrations/postgres/0007_mode.sql"),
        // An older program issues gift cards of no mode, unless the database gives them one.
        needs: 7,
        compatibility: Some(CompatibilitySql {
            sql: include_str!("../../migrations/postgres/0007_for_older_servers.sql"),
            needs: 5,
        }),
    },
    Step {
        sql: include_str!("../../migrations/postgres/0008_unpaid_orders.sql"),
        // Orders of an older program do not count until it is replaced.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0009_idempotency_keys.sql"),
        // An older program ignores idempotency keys until it is replaced.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0010_personal_data.sql"),
        // An older program does not recognise a buyer by the digest, so until it is replaced a buyer may use a discount
        // once more there.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0011_order_life.sql"),
        // An older program does not know what happened to an order after the sale, and changes none of it.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0012_unpaid_gift_cards.sql"),
        // An older program lets cards pay whose money is only held, and leaves cards unusable that a newer one has sold.
        needs: 12,
        compatibility: Some(CompatibilitySql {
            sql: include_str!("../../migrations/postgres/0012_for_older_servers.sql"),
            needs: 5,
        }),
    },
    Step {
        sql: include_str!("../../migrations/postgres/0013_keyed_gift_cards.sql"),
        // An older program lets cards pay although the payment for them is contested. It does not find the cards of newer
        // servers, and the codes that it shows for them do not work.
        needs: 13,
        compatibility: Some(CompatibilitySql {
            sql: include_str!("../../migrations/postgres/0013_for_older_servers.sql"),
            needs: 5,
        }),
    },
    Step {
        sql: include_str!("../../migrations/postgres/0014_pending_transfers.sql"),
        // An older program makes orders without a due day, and leaves the rows of others for newer servers.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0015_reconciliation.sql"),
        // Only indexes.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0016_times_of_captures.sql"),
        // Only an index.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0017_refunds_without_lines.sql"),
        // An older program lets cards pay although their price may have gone back.
        needs: 17,
        compatibility: Some(CompatibilitySql {
            sql: include_str!("../../migrations/postgres/0017_for_older_servers.sql"),
            needs: 5,
        }),
    },
    Step {
        sql: include_str!("../../migrations/postgres/0018_stock_alerts.sql"),
        // An older program sends no alerts, and leaves them for newer servers.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0019_downloads.sql"),
        // An older program sells goods without their files.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0020_accounts.sql"),
        // An older program knows no accounts.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0021_ends_of_stock_alerts.sql"),
        // An older program sends alerts without a link to end them.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0022_card_payments.sql"),
        // An older program cannot read carts and attempts that a saved card pays, and leaves them to newer servers.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0023_account_letters.sql"),
        // An older program signs nobody in.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0024_due_saves.sql"),
        // An older program saves whatever waits.
        needs: 5,
        compatibility: None,
    },
    Step {
        sql: include_str!("../../migrations/postgres/0025_account_orders.sql"),
        // An older program shows no orders in accounts, and adds none.
        needs: 5,
        compatibility: None,
    },
];

/// Brings the schema to the last of these steps.
pub(super) struct Migrate(pub(super) &'static [Step]);

/// Waits as long as another server's migration takes. But it waits only briefly for a table that is in use, so that the
/// users of that table do not queue behind this migration.
const BEGIN: &str = "BEGIN; SET LOCAL statement_timeout = '300s'; SET LOCAL lock_timeout = '3s'";

const MAKE_ROW: &str = "
    CREATE TABLE IF NOT EXISTS zkratka_schema (
        id smallint PRIMARY KEY CHECK (id = 1),
        steps integer NOT NULL,
        needs integer NOT NULL
    );
    INSERT INTO zkratka_schema (id, steps, needs) VALUES (1, 0, 0) ON CONFLICT (id) DO NOTHING;";
const THERE: &str = "SELECT to_regclass('zkratka_schema') IS NOT NULL,
    to_regclass('carts') IS NOT NULL OR to_regclass('orders') IS NOT NULL";
const LOOK: &str = "SELECT steps, needs FROM zkratka_schema WHERE id = 1";
const HOLD: &str = "SELECT steps, needs FROM zkratka_schema WHERE id = 1 FOR UPDATE";
const NOTE: &str = "UPDATE zkratka_schema SET steps = $1, needs = $2";

#[async_trait]
impl Work for Migrate {
    type Answer = ();

    async fn run(&self, session: &Session) -> Result<(), Failure> {
        session.begin(BEGIN).await?;
        if is_there(session).await? && self.is_done(session, LOOK).await? {
            return Ok(());
        }
        session.batch(MAKE_ROW).await?;
        // Check again while holding the lock: another server may have migrated in the meantime.
        if self.is_done(session, HOLD).await? {
            return Ok(());
        }
        self.take(session).await
    }
}

/// Whether the database contains a shop.
pub(super) struct SchemaExists;

#[async_trait]
impl Work for SchemaExists {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        session.begin(ONE_MOMENT).await?;
        is_there(session).await
    }
}

/// Whether the database contains a shop. It is an error if it contains tables of another program.
async fn is_there(session: &Session) -> Result<bool, Failure> {
    let row = session.row(THERE, &[]).await?;
    match row.map(|row| (row.get(0), row.get(1))) {
        Some((true, _)) => Ok(true),
        Some((false, true)) => Err(Failure::Final(StoreError::Database(
            "it holds tables of another program; give the shop a database or a schema of its own"
                .into(),
        ))),
        _ => Ok(false),
    }
}

impl Migrate {
    /// Whether no step is missing. It is an error if a newer program has made the schema unusable for this one.
    async fn is_done(&self, session: &Session, look: &'static str) -> Result<bool, Failure> {
        let Some(row) = session.row(look, &[]).await? else {
            return Ok(false);
        };
        let (found, needs) = (number(row.get(0)), number(row.get(1)));
        if needs > self.known() {
            return Err(Failure::Final(StoreError::NewerSchema {
                found,
                known: self.known(),
            }));
        }
        Ok(found >= self.known())
    }

    /// Runs the steps that are missing.
    async fn take(&self, session: &Session) -> Result<(), Failure> {
        let row = session.row(LOOK, &[]).await?;
        let (found, mut needs) = row.map_or((0, 0), |row| (number(row.get(0)), number(row.get(1))));
        let taken = usize::try_from(found).unwrap_or(usize::MAX);
        for step in self.0.iter().skip(taken) {
            session.batch(step.sql).await?;
            let compatibility = step.compatibility.as_ref().filter(|_| found > 0);
            if let Some(compatibility) = compatibility {
                session.batch(compatibility.sql).await?;
            }
            needs =
                needs.max(compatibility.map_or(step.needs, |compatibility| compatibility.needs));
        }
        let known = i32::try_from(self.known()).unwrap_or(i32::MAX);
        let needs = i32::try_from(needs).unwrap_or(i32::MAX);
        session.execute(NOTE, &[&known, &needs]).await?;
        tracing::info!(from = found, to = known, "the schema is up to date");
        Ok(())
    }

    fn known(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }
}

fn number(stored: i32) -> u32 {
    u32::try_from(stored).unwrap_or(0)
}
