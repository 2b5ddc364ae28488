-- What a comparison with a provider's ledger looks for: orders that were made or changed in a span, and those with a dispute.

CREATE INDEX IF NOT EXISTS orders_by_time ON orders (created_at);
CREATE INDEX IF NOT EXISTS order_life_by_time ON order_life (at);
-- The text is "dispute_opened", with its quotation marks.
CREATE INDEX IF NOT EXISTS order_life_disputes ON order_life (order_number)
    WHERE position('\x22646973707574655f6f70656e656422'::bytea IN doc) > 0;
