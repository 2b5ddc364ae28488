-- Which rows still hold personal data that is to be erased, and what a bounded run looks for.

-- 1 when the buyer's data were erased from the attempt.
ALTER TABLE attempts ADD COLUMN redacted INTEGER NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1));
CREATE INDEX attempts_to_redact ON attempts (key) WHERE holds_cart = 0 AND redacted = 0;

-- When the buyer's data were erased from the order.
ALTER TABLE orders ADD COLUMN redacted_at INTEGER;
CREATE INDEX orders_to_redact ON orders (created_at, number) WHERE redacted_at IS NULL;

CREATE INDEX notifications_by_age ON notifications (received_at);

-- Uses that an older version stored with the buyer's address instead of its digest.
CREATE INDEX discount_uses_to_digest ON discount_uses (attempt_key, code) WHERE instr(buyer, '@') > 0;
