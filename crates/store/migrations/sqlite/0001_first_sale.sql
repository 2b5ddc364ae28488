-- Keys of carts and attempts are time-ordered integers, so that new rows are appended to the table.
-- A `doc` is one format byte followed by the document; columns beside it are what SQL itself needs.

CREATE TABLE shop_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Grows with every import that changed something.
    catalogue_version INTEGER NOT NULL
) STRICT;

INSERT INTO shop_state (id, catalogue_version) VALUES (1, 0);

-- Products and variants are never deleted: their numbers are given out once and stand in carts, orders and links.
CREATE TABLE products (
    id INTEGER PRIMARY KEY,
    handle TEXT NOT NULL UNIQUE,
    -- The product without what the variants' columns hold.
    doc BLOB NOT NULL
) STRICT;

CREATE TABLE variants (
    id INTEGER PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES products (id),
    -- The option values as a JSON list: what an import recognises a variant by.
    options TEXT NOT NULL,
    -- Index in the product's list of variants; NULL when the last feed no longer had it.
    position INTEGER,
    price INTEGER NOT NULL,
    oversell INTEGER NOT NULL CHECK (oversell IN (0, 1)),
    -- The quantity that the feed last gave; NULL when stock is not tracked.
    feed_quantity INTEGER,
    -- Units that can be sold now: reservations and sales are already taken off. Means nothing when not tracked.
    available INTEGER NOT NULL,
    UNIQUE (product_id, options)
) STRICT;

CREATE TABLE carts (
    key INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- 0 open, 1 completing, 2 completed.
    status INTEGER NOT NULL CHECK (status IN (0, 1, 2)),
    doc BLOB NOT NULL
) STRICT;

-- For the expiry of old carts only; completed carts are not in it.
CREATE INDEX carts_open_by_age ON carts (updated_at) WHERE status = 0;

CREATE TABLE attempts (
    key INTEGER PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    cart_key INTEGER NOT NULL REFERENCES carts (key),
    version INTEGER NOT NULL,
    due_at INTEGER,
    -- 1 until what was reserved is released: it holds the cart, or has made its order.
    holds_cart INTEGER NOT NULL CHECK (holds_cart IN (0, 1)),
    doc BLOB NOT NULL
) STRICT;

CREATE INDEX attempts_by_cart ON attempts (cart_key);
-- At most one attempt holds a cart, whatever the program believes.
CREATE UNIQUE INDEX attempts_one_per_held_cart ON attempts (cart_key) WHERE holds_cart = 1;
CREATE INDEX attempts_by_due_time ON attempts (due_at) WHERE due_at IS NOT NULL;

-- Units taken off `variants.available` by attempts that have neither made an order nor let go.
CREATE TABLE reservations (
    attempt_key INTEGER NOT NULL REFERENCES attempts (key),
    variant_id INTEGER NOT NULL REFERENCES variants (id),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (attempt_key, variant_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reservations_by_variant ON reservations (variant_id);

-- At most one order per cart and per attempt, whatever the program believes.
CREATE TABLE orders (
    number INTEGER PRIMARY KEY CHECK (number > 1000),
    cart_key INTEGER NOT NULL UNIQUE REFERENCES carts (key),
    attempt_key INTEGER NOT NULL UNIQUE REFERENCES attempts (key),
    created_at INTEGER NOT NULL,
    doc BLOB NOT NULL
) STRICT;

CREATE TRIGGER orders_are_kept BEFORE DELETE ON orders
BEGIN
    SELECT RAISE(ABORT, 'orders are never deleted');
END;

CREATE TRIGGER orders_keep_their_identity BEFORE UPDATE OF number, cart_key, attempt_key, created_at ON orders
BEGIN
    SELECT RAISE(ABORT, 'an order keeps its number, cart and attempt');
END;

CREATE TABLE timeline (
    attempt_key INTEGER NOT NULL REFERENCES attempts (key),
    sequence INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (attempt_key, sequence)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER timeline_is_append_only BEFORE UPDATE ON timeline
BEGIN
    SELECT RAISE(ABORT, 'the timeline is append-only');
END;

-- Gateway notifications already seen.
CREATE TABLE notifications (
    id TEXT PRIMARY KEY,
    received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
