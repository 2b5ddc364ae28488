-- Gift cards whose codes and digests are made with a key that is not in the database, and cards whose order's payment
-- somebody contests.

-- The key that made the card's digest and, for a sold card, its code. NULL: a card of a server from before this step.
ALTER TABLE gift_cards ADD COLUMN code_key text;
-- Whether somebody contests the payment of the order that sold the card: it pays nothing meanwhile.
ALTER TABLE gift_cards ADD COLUMN withheld boolean NOT NULL DEFAULT false;

-- What shows that a configured key is the one that has been used: a fixed text's digest, made with the key.
CREATE TABLE gift_card_keys (
    id text PRIMARY KEY,
    proof text NOT NULL
);
