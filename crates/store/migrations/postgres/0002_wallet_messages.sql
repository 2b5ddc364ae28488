-- Wallets' messages that have been shown to the shop: each pays one cart, once.

CREATE TABLE wallet_messages (
    -- A digest of what names the message; nothing of the payment itself is kept.
    id text PRIMARY KEY,
    cart_key bigint NOT NULL,
    -- True from the first attempt of its cart on.
    used boolean NOT NULL,
    -- When the message itself has expired, and need not be remembered.
    expires_at bigint NOT NULL
);

CREATE INDEX wallet_messages_by_cart ON wallet_messages (cart_key) WHERE NOT used;
CREATE INDEX wallet_messages_by_expiry ON wallet_messages (expires_at);
