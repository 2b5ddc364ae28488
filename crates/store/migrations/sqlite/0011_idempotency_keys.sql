-- The carts that were created under an idempotency key, for a day. Key and request are SHA-256 digests. The primary key
-- decides between requests that come at once.

CREATE TABLE idempotency_keys (
    key TEXT NOT NULL PRIMARY KEY,
    request TEXT NOT NULL,
    cart_key INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (at);
