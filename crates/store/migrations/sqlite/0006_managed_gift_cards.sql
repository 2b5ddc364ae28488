-- Gift cards that somebody looks after: whom a card is for, until when it pays, whether it still does. And gift cards that
-- are sold: which unit of which line of which order a card is, so that no unit ever becomes two.

ALTER TABLE gift_cards ADD COLUMN note TEXT;
-- It pays before this moment; none: for good.
ALTER TABLE gift_cards ADD COLUMN expires_at INTEGER;
ALTER TABLE gift_cards ADD COLUMN disabled_at INTEGER;
ALTER TABLE gift_cards ADD COLUMN order_number INTEGER;
ALTER TABLE gift_cards ADD COLUMN line_id INTEGER;
ALTER TABLE gift_cards ADD COLUMN unit INTEGER;

CREATE UNIQUE INDEX gift_cards_sold_once ON gift_cards (order_number, line_id, unit)
    WHERE order_number IS NOT NULL;
