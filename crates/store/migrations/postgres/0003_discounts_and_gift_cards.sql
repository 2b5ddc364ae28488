-- How often discounts have been used, and what is left on gift cards. Attempts take from both by guarded changes; what an
-- attempt has taken stands in a row of its own, which stays when the order is made and goes when the attempt lets go.
-- Those rows are written before the attempt's own, so they do not refer to it.

CREATE TABLE discount_counts (
    -- The code, in lower case.
    code text PRIMARY KEY,
    used bigint NOT NULL CHECK (used >= 0)
) WITH (fillfactor = 70);

CREATE TABLE discount_uses (
    attempt_key bigint NOT NULL,
    code text NOT NULL,
    -- The buyer's e-mail address, in lower case.
    buyer text NOT NULL,
    -- Whether a buyer could use it once only.
    once boolean NOT NULL,
    PRIMARY KEY (attempt_key, code)
);

CREATE INDEX discount_uses_by_buyer ON discount_uses (code, buyer);
CREATE UNIQUE INDEX discount_uses_once ON discount_uses (code, buyer) WHERE once;

CREATE TABLE gift_cards (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- A digest of the code: whoever reads the database cannot pay with the card.
    digest text NOT NULL UNIQUE,
    last_characters text NOT NULL,
    currency text NOT NULL,
    initial bigint NOT NULL CHECK (initial > 0),
    balance bigint NOT NULL CHECK (balance BETWEEN 0 AND initial),
    issued_at bigint NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE gift_card_uses (
    attempt_key bigint NOT NULL,
    gift_card_id bigint NOT NULL REFERENCES gift_cards (id),
    amount bigint NOT NULL CHECK (amount > 0),
    PRIMARY KEY (attempt_key, gift_card_id)
);
