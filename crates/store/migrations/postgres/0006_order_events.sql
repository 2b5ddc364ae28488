-- The outbox: what has happened to orders, written with it, and who has heard of it.

CREATE TABLE order_events (
    order_number bigint NOT NULL REFERENCES orders (number),
    -- Grows with each event of an order.
    place bigint NOT NULL,
    -- What whoever hears of it knows it by.
    id text NOT NULL UNIQUE,
    kind text NOT NULL,
    at bigint NOT NULL,
    -- Where the order's payment stood with it; the rest of an order never changes.
    payment bytea NOT NULL,
    -- How many entries the timeline had with it.
    entries bigint NOT NULL,
    -- Whether each endpoint that is to hear of it has a row below.
    distributed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (order_number, place)
) WITH (fillfactor = 80);

CREATE INDEX order_events_to_distribute ON order_events (order_number, place) WHERE NOT distributed;
CREATE INDEX order_events_by_age ON order_events (at);

CREATE TABLE order_deliveries (
    order_number bigint NOT NULL,
    place bigint NOT NULL,
    -- The endpoint's name in the configuration.
    endpoint text NOT NULL,
    -- 0 pending, 1 delivered, 2 given up.
    state smallint NOT NULL CHECK (state IN (0, 1, 2)),
    -- Fences leases.
    version bigint NOT NULL,
    tries bigint NOT NULL,
    due_at bigint NOT NULL,
    leased_until bigint NOT NULL,
    tried_at bigint,
    -- What came of the last try; never what was sent or answered.
    answer text,
    PRIMARY KEY (order_number, place, endpoint),
    FOREIGN KEY (order_number, place) REFERENCES order_events (order_number, place) ON DELETE CASCADE
) WITH (fillfactor = 70);

CREATE INDEX order_deliveries_due ON order_deliveries (endpoint, due_at) WHERE state = 0;
