-- What happens to an order after the sale: a list that only grows. Its sums are always computed from it.

CREATE TABLE order_life (
    order_number bigint NOT NULL REFERENCES orders (number),
    -- From 1 on, without gaps.
    sequence bigint NOT NULL CHECK (sequence > 0),
    -- The version of the order's attempt after the step that wrote the entry.
    version bigint NOT NULL,
    -- The idempotency key of an operator's operation, in the first of its entries.
    operation text,
    at bigint NOT NULL,
    doc bytea NOT NULL,
    PRIMARY KEY (order_number, sequence)
);

CREATE UNIQUE INDEX order_life_operations ON order_life (operation) WHERE operation IS NOT NULL;

CREATE TRIGGER order_life_is_append_only BEFORE UPDATE ON order_life
FOR EACH ROW EXECUTE FUNCTION zkratka_refuse('the entries of an order never change');

CREATE TRIGGER order_life_is_kept BEFORE DELETE ON order_life
FOR EACH ROW EXECUTE FUNCTION zkratka_refuse('the entries of an order are never deleted');

-- Refunds for which the gateway is to be called until it gives a final answer.
CREATE TABLE pending_refunds (
    order_number bigint NOT NULL,
    -- The sequence of the entry that began the refund.
    refund bigint NOT NULL,
    -- Fences leases.
    version bigint NOT NULL,
    tries bigint NOT NULL,
    due_at bigint NOT NULL,
    PRIMARY KEY (order_number, refund),
    FOREIGN KEY (order_number, refund) REFERENCES order_life (order_number, sequence)
) WITH (fillfactor = 70);

CREATE INDEX pending_refunds_due ON pending_refunds (due_at);
