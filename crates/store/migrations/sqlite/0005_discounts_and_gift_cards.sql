-- How often discounts have been used, and what is left on gift cards. Attempts take from both by guarded changes; what an
-- attempt has taken stands in a row of its own, which stays when the order is made and goes when the attempt lets go.

CREATE TABLE discount_counts (
    -- The code, in lower case.
    code TEXT PRIMARY KEY,
    used INTEGER NOT NULL CHECK (used >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE discount_uses (
    attempt_key INTEGER NOT NULL,
    code TEXT NOT NULL,
    -- The buyer's e-mail address, in lower case.
    buyer TEXT NOT NULL,
    -- Whether a buyer could use it once only.
    once INTEGER NOT NULL CHECK (once IN (0, 1)),
    PRIMARY KEY (attempt_key, code)
) STRICT, WITHOUT ROWID;

CREATE INDEX discount_uses_by_buyer ON discount_uses (code, buyer);
CREATE UNIQUE INDEX discount_uses_once ON discount_uses (code, buyer) WHERE once = 1;

CREATE TABLE gift_cards (
    id INTEGER PRIMARY KEY,
    -- A digest of the code: whoever reads the database cannot pay with the card.
    digest TEXT NOT NULL UNIQUE,
    last_characters TEXT NOT NULL,
    currency TEXT NOT NULL,
    initial INTEGER NOT NULL CHECK (initial > 0),
    balance INTEGER NOT NULL CHECK (balance BETWEEN 0 AND initial),
    issued_at INTEGER NOT NULL
) STRICT;

CREATE TABLE gift_card_uses (
    attempt_key INTEGER NOT NULL,
    gift_card_id INTEGER NOT NULL REFERENCES gift_cards (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (attempt_key, gift_card_id)
) STRICT, WITHOUT ROWID;
