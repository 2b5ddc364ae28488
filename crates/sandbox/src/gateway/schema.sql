-- What was asked, once per idempotency key. Never changed.
CREATE TABLE IF NOT EXISTS payments (
  reference   TEXT PRIMARY KEY,
  key         TEXT NOT NULL UNIQUE,
  fingerprint BLOB NOT NULL,
  challenge   TEXT UNIQUE,
  return_url  TEXT NOT NULL,
  amount      INTEGER NOT NULL,
  currency    TEXT NOT NULL,
  scenario    TEXT NOT NULL,
  network     TEXT NOT NULL,
  last_four   TEXT NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT;

-- Mandates: by one the payer's card may be charged again. It is in force once its payment has been authorised.
CREATE TABLE IF NOT EXISTS mandates (
  id        TEXT PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE REFERENCES payments (reference)
) STRICT;

-- Mandates by which nothing is charged any more.
CREATE TABLE IF NOT EXISTS ended_mandates (
  id TEXT PRIMARY KEY
) STRICT;

-- Until which month the cards of sessions and mandates are valid. Those of an older version have none.
CREATE TABLE IF NOT EXISTS card_expiries (
  id      TEXT PRIMARY KEY,
  expires TEXT NOT NULL
) STRICT;

-- What happened to a payment, in order. Append-only.
CREATE TABLE IF NOT EXISTS ledger (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  at        INTEGER NOT NULL,
  kind      TEXT NOT NULL CHECK (kind IN ('challenged', 'authorised', 'captured', 'voided', 'declined')),
  detail    TEXT NOT NULL,
  key       TEXT NOT NULL,
  reference TEXT NOT NULL REFERENCES payments (reference),
  amount    INTEGER NOT NULL,
  currency  TEXT NOT NULL,
  UNIQUE (reference, kind)
) STRICT;
CREATE TRIGGER IF NOT EXISTS ledger_is_never_changed BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS ledger_is_never_shortened BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Captures of a payment, in parts or whole. The ledger's row follows the last one.
CREATE TABLE IF NOT EXISTS captures (
  reference TEXT NOT NULL REFERENCES payments (reference),
  number    INTEGER NOT NULL,
  amount    INTEGER NOT NULL CHECK (amount >= 0),
  is_last   INTEGER NOT NULL,
  PRIMARY KEY (reference, number)
) STRICT;

-- When each capture was made. A capture of an older version has none: its payment's rows in the ledger say when.
CREATE TABLE IF NOT EXISTS capture_times (
  reference TEXT NOT NULL,
  number    INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  PRIMARY KEY (reference, number)
) STRICT;

-- Card sessions of the hosted fields; each pays for one key.
CREATE TABLE IF NOT EXISTS sessions (
  id         TEXT PRIMARY KEY,
  scenario   TEXT NOT NULL,
  network    TEXT NOT NULL,
  last_four  TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  used_by    TEXT
) STRICT;

-- Notifications not yet accepted by the shop.
CREATE TABLE IF NOT EXISTS outbox (
  id     TEXT NOT NULL,
  body   TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  tries  INTEGER NOT NULL DEFAULT 0,
  copy   INTEGER NOT NULL,
  PRIMARY KEY (id, copy)
) STRICT;
CREATE INDEX IF NOT EXISTS outbox_by_due ON outbox (due_at);
