//! Browsers that an account is recognised in.

use super::statement::{Row, statement};
use super::{AccountId, Accounts, Ticket, TicketId};
use crate::StoreError;
use zkratka_commerce::time::Timestamp;

/// Devices of one account. A new one replaces the one that was seen longest ago.
pub const MAX_DEVICES: u32 = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    pub id: TicketId,
    pub account: AccountId,
    /// What its owner recognises it by.
    pub label: String,
    pub created_at: Timestamp,
    pub seen_at: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(Clone)]
pub struct NewDevice {
    pub ticket: Ticket,
    pub account: AccountId,
    pub label: String,
    pub now: Timestamp,
    pub expires_at: Timestamp,
}

const ADD: &str = "INSERT INTO account_devices
        (id, secret_hash, account, label, created_at, seen_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $5, $6)";
const MAKE_ROOM: &str = "DELETE FROM account_devices WHERE account = $1 AND id NOT IN (
    SELECT id FROM account_devices WHERE account = $1 ORDER BY seen_at DESC, id LIMIT $2)";
/// The sessions in the devices that make room.
const END_SESSIONS: &str =
    "DELETE FROM account_sessions WHERE account = $1 AND device IS NOT NULL AND device NOT IN (
    SELECT id FROM account_devices WHERE account = $1 ORDER BY seen_at DESC, id LIMIT $2)";
const SEE: &str = "UPDATE account_devices SET seen_at = $3, expires_at = $4
    WHERE id = $1 AND secret_hash = $2 AND expires_at > $3
    RETURNING id, account, label, created_at, seen_at, expires_at";

impl Accounts<'_> {
    pub async fn add_device(&self, device: NewDevice) -> Result<(), StoreError> {
        let sessions = statement!(END_SESSIONS, device.account.0, MAX_DEVICES - 1);
        let room = statement!(MAKE_ROOM, device.account.0, MAX_DEVICES - 1);
        let add = statement!(
            ADD,
            device.ticket.id.0,
            device.ticket.secret_hash,
            device.account.0,
            device.label,
            device.now,
            device.expires_at
        );
        self.write_locked(device.account, vec![sessions, room, add])
            .await?;
        Ok(())
    }

    /// The device with this cookie, if it has not expired.
    pub async fn device(
        &self,
        ticket: &Ticket,
        now: Timestamp,
    ) -> Result<Option<Device>, StoreError> {
        let known = "SELECT id, account, label, created_at, seen_at, expires_at
            FROM account_devices WHERE id = $1 AND secret_hash = $2 AND expires_at > $3";
        let known = statement!(known, ticket.id.0, ticket.secret_hash, now);
        Ok(self.list(known, device).await?.pop())
    }

    /// The same, and records that it was seen and when it expires from now on.
    pub async fn see_device(
        &self,
        ticket: &Ticket,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<Option<Device>, StoreError> {
        let seen = statement!(SEE, ticket.id.0, ticket.secret_hash, now, expires_at);
        self.write(seen).await?.first().map(device).transpose()
    }

    /// The devices of an account, the one seen last first.
    pub async fn devices_of(&self, account: AccountId) -> Result<Vec<Device>, StoreError> {
        let devices = "SELECT id, account, label, created_at, seen_at, expires_at
            FROM account_devices WHERE account = $1 ORDER BY seen_at DESC, id";
        self.list(statement!(devices, account.0), device).await
    }

    /// Ends a device and its sessions. Returns false if the account has no such device.
    pub async fn end_device(&self, account: AccountId, id: TicketId) -> Result<bool, StoreError> {
        let sessions = "DELETE FROM account_sessions WHERE account = $1 AND device = $2";
        let device = "DELETE FROM account_devices WHERE account = $1 AND id = $2 RETURNING id";
        let sessions = statement!(sessions, account.0, id.0);
        let device = statement!(device, account.0, id.0);
        Ok(!self.engine.write(vec![sessions, device]).await?.is_empty())
    }

    /// Ends all devices and sessions of an account, and what the account has confirmed to pay.
    pub async fn end_devices(&self, account: AccountId) -> Result<(), StoreError> {
        let sessions = statement!("DELETE FROM account_sessions WHERE account = $1", account.0);
        let devices = statement!("DELETE FROM account_devices WHERE account = $1", account.0);
        let payments = statement!("DELETE FROM account_payments WHERE account = $1", account.0);
        self.engine.write(vec![sessions, devices, payments]).await?;
        Ok(())
    }
}

fn device(row: &Row) -> Result<Device, StoreError> {
    Ok(Device {
        id: TicketId(row.array(0)?),
        account: AccountId(row.array(1)?),
        label: row.text(2)?,
        created_at: row.time(3)?,
        seen_at: row.time(4)?,
        expires_at: row.time(5)?,
    })
}
