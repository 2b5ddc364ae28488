-- The carts that were created under an idempotency key, for a day. Key and request are SHA-256 digests. The primary key
-- decides between requests that come at once.

CREATE TABLE idempotency_keys (
    key text NOT NULL PRIMARY KEY,
    request text NOT NULL,
    cart_key bigint NOT NULL,
    at bigint NOT NULL
);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (at);
