-- Orders that wait for their transfer, and when a server is to look at each: for a reminder, or to cancel it. The order itself
-- has its due day and its end. Orders from before this step have none, and have no row.

CREATE TABLE pending_transfers (
    order_number bigint PRIMARY KEY REFERENCES orders (number),
    -- A server that looks at the order moves it to the end of its lease.
    due_at bigint NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX pending_transfers_due ON pending_transfers (due_at);
