-- Gift cards whose codes and digests are made with a key that is not in the database, and cards whose order's payment
-- somebody contests.

-- The key that made the card's digest and, for a sold card, its code. NULL: a card from before this step.
ALTER TABLE gift_cards ADD COLUMN code_key TEXT;
-- Whether somebody contests the payment of the order that sold the card: it pays nothing meanwhile.
ALTER TABLE gift_cards ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1));

-- What shows that a configured key is the one that has been used: a fixed text's digest, made with the key.
CREATE TABLE gift_card_keys (
    id TEXT PRIMARY KEY,
    proof TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Cards of orders that are contested already. A document that cannot be read says nothing.
WITH document AS (
    SELECT order_number, CAST(substr(doc, 2) AS TEXT) AS entry FROM order_life
    WHERE order_number IN (SELECT order_number FROM gift_cards WHERE order_number IS NOT NULL)
), told AS (
    SELECT order_number,
        CASE WHEN json_valid(entry) THEN json_extract(entry, '$.change.kind') END AS kind,
        CASE WHEN json_valid(entry) THEN
            coalesce(json_extract(entry, '$.change.dispute'), json_extract(entry, '$.change.reference')) END AS id
    FROM document
)
UPDATE gift_cards SET withheld = 1 WHERE order_number IN (
    SELECT order_number FROM told
    WHERE kind = 'dispute_lost'
       OR kind IN ('dispute_opened', 'reversed') AND NOT EXISTS (
           SELECT 1 FROM told AS won
           WHERE won.order_number = told.order_number AND won.kind = 'dispute_won' AND won.id = told.id));
