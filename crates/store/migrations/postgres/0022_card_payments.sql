-- Payments by saved cards, which a signed-in buyer has confirmed for one revision of a cart, and for its amount. Each is used once.
-- Like cookies, they are recognised by an id and the SHA-256 of a secret.

CREATE TABLE account_payments (
    id bytea PRIMARY KEY,
    secret_hash bytea NOT NULL,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    card bytea NOT NULL REFERENCES account_cards (id) ON DELETE CASCADE,
    cart bigint NOT NULL,
    revision bigint NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    expires_at bigint NOT NULL,
    spent_at bigint
);
CREATE INDEX account_payments_of_account ON account_payments (account);
CREATE INDEX account_payments_of_card ON account_payments (card);
CREATE INDEX account_payments_by_end ON account_payments (expires_at);

-- Orders by which their buyer's account is still to be changed: it saves the card and the address, or its
-- card renews. `card` is the typed card with its mandate, as JSON: the order may need review before it is saved.
CREATE TABLE account_saves (
    order_number bigint PRIMARY KEY,
    card text
);

-- Mandates that the gateway is still to end: their cards were removed, with their accounts or alone.
CREATE TABLE mandate_ends (
    mandate text PRIMARY KEY,
    gateway text NOT NULL,
    due_at bigint NOT NULL DEFAULT 0,
    tries bigint NOT NULL DEFAULT 0
);
CREATE INDEX mandate_ends_by_due ON mandate_ends (due_at);

-- Whether a subscription is renewed by the card's mandate. Such a mandate outlives the card in the account.
ALTER TABLE account_cards ADD COLUMN renews bigint NOT NULL DEFAULT 0;
