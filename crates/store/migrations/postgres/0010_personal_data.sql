-- Which rows still hold personal data that is to be erased, and what a bounded run looks for. Older servers may run beside:
-- they leave the new columns at their defaults, and keep what is erased in the documents that they write again.

-- True when the buyer's data were erased from the attempt.
ALTER TABLE attempts ADD COLUMN IF NOT EXISTS redacted boolean NOT NULL DEFAULT false;
-- By time, which is in the lower bits of a stored key.
CREATE INDEX IF NOT EXISTS attempts_to_redact ON attempts ((key & 576460752303423487), key)
    WHERE NOT holds_cart AND NOT redacted;

-- When the buyer's data were erased from the order.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS redacted_at bigint;
CREATE INDEX IF NOT EXISTS orders_to_redact ON orders (created_at, number) WHERE redacted_at IS NULL;

CREATE INDEX IF NOT EXISTS notifications_by_age ON notifications (received_at);

-- Uses that an older version stored with the buyer's address instead of its digest.
CREATE INDEX IF NOT EXISTS discount_uses_to_digest ON discount_uses (attempt_key, code)
    WHERE strpos(buyer, '@') > 0;
