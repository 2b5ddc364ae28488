-- Orders as PayPal shows them; what it does not show stands beside.
CREATE TABLE IF NOT EXISTS orders (
  id            TEXT PRIMARY KEY,
  document      TEXT NOT NULL,
  scenario      TEXT NOT NULL DEFAULT 'approve',
  authorization TEXT UNIQUE
) STRICT;

-- Agreements that accounts are kept.
CREATE TABLE IF NOT EXISTS agreements (
  id       TEXT PRIMARY KEY,
  document TEXT NOT NULL,
  scenario TEXT NOT NULL DEFAULT 'approve'
) STRICT;

-- Accounts that are kept.
CREATE TABLE IF NOT EXISTS accounts (
  id        TEXT PRIMARY KEY,
  agreement TEXT NOT NULL UNIQUE REFERENCES agreements (id),
  document  TEXT NOT NULL
) STRICT;

-- Answers by PayPal-Request-Id.
CREATE TABLE IF NOT EXISTS requests (
  id     TEXT NOT NULL,
  path   TEXT NOT NULL,
  asked  TEXT NOT NULL,
  status INTEGER NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (id, path)
) STRICT;

-- Whose captures these are.
CREATE TABLE IF NOT EXISTS captures (
  id            TEXT PRIMARY KEY,
  authorization TEXT NOT NULL
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

-- Webhooks not yet accepted by the shop.
CREATE TABLE IF NOT EXISTS outbox (
  id     TEXT PRIMARY KEY,
  body   TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  tries  INTEGER NOT NULL DEFAULT 0
) STRICT;
