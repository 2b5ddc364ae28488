-- Keys of carts and attempts are time-ordered integers, stored turned: four bits that spread come first, so that
-- writes meet sixteen places instead of one, and each place is still appended to. References hold turned keys too.
-- A `doc` is one format byte followed by the document; columns beside it are what SQL itself needs.

CREATE TABLE shop_state (
    id smallint PRIMARY KEY CHECK (id = 1),
    -- Grows with every import that changed something. Its row is what imports wait for each other by.
    catalogue_version bigint NOT NULL
);

INSERT INTO shop_state (id, catalogue_version) VALUES (1, 0);

-- The newest order's number: counted here, so that numbers have no gaps and nobody else waits for imports.
CREATE TABLE order_numbers (
    id smallint PRIMARY KEY CHECK (id = 1),
    last bigint NOT NULL
);

INSERT INTO order_numbers (id, last) VALUES (1, 1000);

-- What is written to see whether writing works.
CREATE TABLE heartbeat (
    id smallint PRIMARY KEY CHECK (id = 1),
    at bigint NOT NULL
);

INSERT INTO heartbeat (id, at) VALUES (1, 0);

-- Products and variants are never deleted: their numbers are given out once and stand in carts, orders and links.
CREATE TABLE products (
    id bigint PRIMARY KEY,
    handle text NOT NULL UNIQUE,
    -- The product without what the variants' columns hold.
    doc bytea NOT NULL
);

CREATE TABLE variants (
    id bigint PRIMARY KEY,
    product_id bigint NOT NULL REFERENCES products (id),
    -- The option values as a JSON list: what an import recognises a variant by.
    options text NOT NULL,
    -- Index in the product's list of variants; NULL when the last feed no longer had it.
    position bigint,
    price bigint NOT NULL,
    oversell boolean NOT NULL,
    -- The quantity that the feed last gave; NULL when stock is not tracked.
    feed_quantity bigint,
    -- Units that can be sold now: reservations and sales are already taken off. Means nothing when not tracked.
    available bigint NOT NULL,
    UNIQUE (product_id, options)
) WITH (fillfactor = 80);

CREATE TABLE carts (
    key bigint PRIMARY KEY,
    revision bigint NOT NULL,
    updated_at bigint NOT NULL,
    -- The day of `updated_at`, since 1970: what the index holds, so that only the first change of a day touches it.
    updated_on integer NOT NULL,
    -- 0 open, 1 completing, 2 completed.
    status smallint NOT NULL CHECK (status IN (0, 1, 2)),
    doc bytea NOT NULL
) WITH (fillfactor = 70);

-- For the expiry of old carts only; completed carts are not in it. Spread as the carts are.
CREATE INDEX carts_open_by_age ON carts ((key >> 59), updated_on, key) WHERE status = 0;

CREATE TABLE attempts (
    key bigint PRIMARY KEY,
    token text NOT NULL UNIQUE,
    cart_key bigint NOT NULL REFERENCES carts (key),
    version bigint NOT NULL,
    due_at bigint,
    -- True until what was reserved is released: it holds the cart, or has made its order.
    holds_cart boolean NOT NULL,
    needs_review boolean NOT NULL,
    doc bytea NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX attempts_by_cart ON attempts (cart_key);
-- At most one attempt holds a cart, whatever the program believes.
CREATE UNIQUE INDEX attempts_one_per_held_cart ON attempts (cart_key) WHERE holds_cart;
CREATE INDEX attempts_by_due_time ON attempts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX attempts_in_review ON attempts (key) WHERE needs_review;

-- Units taken off `variants.available` by attempts that have neither made an order nor let go.
CREATE TABLE reservations (
    attempt_key bigint NOT NULL REFERENCES attempts (key),
    variant_id bigint NOT NULL REFERENCES variants (id),
    quantity bigint NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (attempt_key, variant_id)
);

CREATE INDEX reservations_by_variant ON reservations (variant_id);

-- At most one order per cart and per attempt, whatever the program believes.
CREATE TABLE orders (
    number bigint PRIMARY KEY CHECK (number > 1000),
    cart_key bigint NOT NULL UNIQUE REFERENCES carts (key),
    attempt_key bigint NOT NULL UNIQUE REFERENCES attempts (key),
    created_at bigint NOT NULL,
    doc bytea NOT NULL
);

CREATE TABLE timeline (
    attempt_key bigint NOT NULL REFERENCES attempts (key),
    sequence bigint NOT NULL,
    at bigint NOT NULL,
    event text NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (attempt_key, sequence)
);

-- Gateway notifications already seen.
CREATE TABLE notifications (
    id text PRIMARY KEY,
    received_at bigint NOT NULL
);

CREATE FUNCTION zkratka_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER orders_are_kept BEFORE DELETE ON orders
FOR EACH ROW EXECUTE FUNCTION zkratka_refuse('orders are never deleted');

CREATE TRIGGER orders_keep_their_identity
BEFORE UPDATE OF number, cart_key, attempt_key, created_at ON orders
FOR EACH ROW EXECUTE FUNCTION zkratka_refuse('an order keeps its number, cart and attempt');

CREATE TRIGGER timeline_is_append_only BEFORE UPDATE ON timeline
FOR EACH ROW EXECUTE FUNCTION zkratka_refuse('the timeline is append-only');
