-- The outbox: what has happened to orders, written with it, and who has heard of it.

CREATE TABLE order_events (
    order_number INTEGER NOT NULL REFERENCES orders (number),
    -- Grows with each event of an order.
    place INTEGER NOT NULL,
    -- What whoever hears of it knows it by.
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- Where the order's payment stood with it; the rest of an order never changes.
    payment BLOB NOT NULL,
    -- How many entries the timeline had with it.
    entries INTEGER NOT NULL,
    -- Whether each endpoint that is to hear of it has a row below.
    distributed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (order_number, place)
) WITHOUT ROWID;

CREATE INDEX order_events_to_distribute ON order_events (order_number, place) WHERE distributed = 0;
CREATE INDEX order_events_by_age ON order_events (at);

CREATE TABLE order_deliveries (
    order_number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    -- The endpoint's name in the configuration.
    endpoint TEXT NOT NULL,
    -- 0 pending, 1 delivered, 2 given up.
    state INTEGER NOT NULL CHECK (state IN (0, 1, 2)),
    -- Fences leases.
    version INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    leased_until INTEGER NOT NULL,
    tried_at INTEGER,
    -- What came of the last try; never what was sent or answered.
    answer TEXT,
    PRIMARY KEY (order_number, place, endpoint),
    FOREIGN KEY (order_number, place) REFERENCES order_events (order_number, place) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX order_deliveries_due ON order_deliveries (endpoint, due_at) WHERE state = 0;
