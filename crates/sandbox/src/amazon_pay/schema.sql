-- Sessions, permissions, charges and refunds as Amazon shows them, and what it does not show.
CREATE TABLE IF NOT EXISTS objects (
  id       TEXT PRIMARY KEY,
  kind     TEXT NOT NULL CHECK (kind IN ('session', 'permission', 'charge', 'refund')),
  -- The session of a permission, the permission of a charge, the charge of a refund.
  parent   TEXT NOT NULL,
  document TEXT NOT NULL,
  detail   TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (parent, kind);

-- Answers by idempotency key.
CREATE TABLE IF NOT EXISTS requests (
  id     TEXT PRIMARY KEY,
  path   TEXT NOT NULL,
  asked  TEXT NOT NULL,
  status INTEGER NOT NULL,
  answer TEXT NOT NULL
) STRICT;

-- What happened to money, in order; in the card gateway's form, so that one reader reads both. Append-only.
CREATE TABLE IF NOT EXISTS ledger (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  at        INTEGER NOT NULL,
  kind      TEXT NOT NULL CHECK (kind IN ('authorised', 'captured', 'voided', 'declined')),
  key       TEXT NOT NULL,
  reference TEXT NOT NULL,
  amount    INTEGER NOT NULL,
  currency  TEXT NOT NULL
) STRICT;
CREATE TRIGGER IF NOT EXISTS ledger_is_never_changed BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS ledger_is_never_shortened BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Notifications not yet accepted by the shop. A held one waits until a test releases it.
CREATE TABLE IF NOT EXISTS outbox (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id       TEXT NOT NULL UNIQUE,
  type     TEXT NOT NULL,
  message  TEXT NOT NULL,
  due_at   INTEGER NOT NULL,
  held     INTEGER NOT NULL DEFAULT 0,
  -- The order in which a test has released notifications.
  rank     INTEGER NOT NULL DEFAULT 0,
  -- Further deliveries after the first accepted one.
  copies   INTEGER NOT NULL DEFAULT 0,
  tries    INTEGER NOT NULL DEFAULT 0
) STRICT;

-- One row while notifications are held.
CREATE TABLE IF NOT EXISTS holding (
  only INTEGER PRIMARY KEY CHECK (only = 1)
) STRICT;
