-- Gift cards that somebody looks after: whom a card is for, until when it pays, whether it still does. And gift cards that
-- are sold: which unit of which line of which order a card is, so that no unit ever becomes two.

ALTER TABLE gift_cards
    ADD COLUMN note text,
    -- It pays before this moment; none: for good.
    ADD COLUMN expires_at bigint,
    ADD COLUMN disabled_at bigint,
    ADD COLUMN order_number bigint,
    ADD COLUMN line_id bigint,
    ADD COLUMN unit bigint;

CREATE UNIQUE INDEX gift_cards_sold_once ON gift_cards (order_number, line_id, unit)
    WHERE order_number IS NOT NULL;
