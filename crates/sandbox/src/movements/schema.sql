-- What took captured money back, or may: refunds, reversals, disputes, captures that failed later. A movement that is
-- undone took nothing.
CREATE TABLE IF NOT EXISTS movements (
  id        TEXT PRIMARY KEY,
  kind      TEXT NOT NULL CHECK (kind IN ('refund', 'reversal', 'dispute', 'capture_failure')),
  -- The shop's key of a refund; none if somebody made the refund at the provider.
  key       TEXT,
  reference TEXT NOT NULL,
  amount    INTEGER NOT NULL CHECK (amount > 0),
  currency  TEXT NOT NULL,
  status    TEXT NOT NULL CHECK (status IN ('pending', 'done', 'undone')),
  at        INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS movements_by_reference ON movements (reference);
CREATE INDEX IF NOT EXISTS movements_by_key ON movements (key) WHERE key IS NOT NULL;
CREATE TRIGGER IF NOT EXISTS a_movement_is_decided_once BEFORE UPDATE ON movements
WHEN old.status <> 'pending' OR (new.id, new.kind, new.key, new.reference, new.amount, new.currency, new.at)
  IS NOT (old.id, old.kind, old.key, old.reference, old.amount, old.currency, old.at)
BEGIN SELECT RAISE(ABORT, 'a movement is decided once'); END;
CREATE TRIGGER IF NOT EXISTS movements_are_never_deleted BEFORE DELETE ON movements
BEGIN SELECT RAISE(ABORT, 'movements are never deleted'); END;

-- Payments whose refunds stay pending.
CREATE TABLE IF NOT EXISTS held_refunds (
  reference TEXT PRIMARY KEY
) STRICT;

-- Disputes for which the provider holds no money yet.
CREATE TABLE IF NOT EXISTS inquiries (
  id TEXT PRIMARY KEY
) STRICT;
