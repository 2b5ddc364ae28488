-- Wallets' messages that have been shown to the shop: each pays one cart, once.

CREATE TABLE wallet_messages (
    -- A digest of what names the message; nothing of the payment itself is kept.
    id TEXT PRIMARY KEY,
    cart_key INTEGER NOT NULL,
    -- 1 from the first attempt of its cart on.
    used INTEGER NOT NULL CHECK (used IN (0, 1)),
    -- When the message itself has expired, and need not be remembered.
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX wallet_messages_by_cart ON wallet_messages (cart_key) WHERE used = 0;
CREATE INDEX wallet_messages_by_expiry ON wallet_messages (expires_at);
