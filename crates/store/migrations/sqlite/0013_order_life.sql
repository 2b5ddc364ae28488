-- What happens to an order after the sale: a list that only grows. Its sums are always computed from it.

CREATE TABLE order_life (
    order_number INTEGER NOT NULL REFERENCES orders (number),
    -- From 1 on, without gaps.
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    -- The version of the order's attempt after the step that wrote the entry.
    version INTEGER NOT NULL,
    -- The idempotency key of an operator's operation, in the first of its entries.
    operation TEXT,
    at INTEGER NOT NULL,
    doc BLOB NOT NULL,
    PRIMARY KEY (order_number, sequence)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX order_life_operations ON order_life (operation) WHERE operation IS NOT NULL;

CREATE TRIGGER order_life_is_append_only BEFORE UPDATE ON order_life
BEGIN
    SELECT RAISE(ABORT, 'the entries of an order never change');
END;

CREATE TRIGGER order_life_is_kept BEFORE DELETE ON order_life
BEGIN
    SELECT RAISE(ABORT, 'the entries of an order are never deleted');
END;

-- Refunds for which the gateway is to be called until it gives a final answer.
CREATE TABLE pending_refunds (
    order_number INTEGER NOT NULL,
    -- The sequence of the entry that began the refund.
    refund INTEGER NOT NULL,
    -- Fences leases.
    version INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (order_number, refund),
    FOREIGN KEY (order_number, refund) REFERENCES order_life (order_number, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_refunds_due ON pending_refunds (due_at);
