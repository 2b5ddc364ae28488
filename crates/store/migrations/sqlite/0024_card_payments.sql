-- Payments by saved cards, which a signed-in buyer has confirmed for one revision of a cart, and for its amount. Each is used once.
-- Like cookies, they are recognised by an id and the SHA-256 of a secret.

CREATE TABLE account_payments (
    id BLOB PRIMARY KEY,
    secret_hash BLOB NOT NULL,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    card BLOB NOT NULL REFERENCES account_cards (id) ON DELETE CASCADE,
    cart INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
) STRICT;
CREATE INDEX account_payments_of_account ON account_payments (account);
CREATE INDEX account_payments_of_card ON account_payments (card);
CREATE INDEX account_payments_by_end ON account_payments (expires_at);

-- Orders by which their buyer's account is still to be changed: it saves the card and the address, or its
-- card renews. `card` is the typed card with its mandate, as JSON: the order may need review before it is saved.
CREATE TABLE account_saves (
    order_number INTEGER PRIMARY KEY,
    card TEXT
) STRICT;

-- Mandates that the gateway is still to end: their cards were removed, with their accounts or alone.
CREATE TABLE mandate_ends (
    mandate TEXT PRIMARY KEY,
    gateway TEXT NOT NULL,
    due_at INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX mandate_ends_by_due ON mandate_ends (due_at);

-- Whether a subscription is renewed by the card's mandate. Such a mandate outlives the card in the account.
ALTER TABLE account_cards ADD COLUMN renews INTEGER NOT NULL DEFAULT 0;
