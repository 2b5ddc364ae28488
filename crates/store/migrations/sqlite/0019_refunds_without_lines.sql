-- Gift cards of orders of which somebody refunded at the gateway without naming lines, before cards could be withheld for that:
-- a gateway refund that did not fail and that the shop did not make. The shop's refund has the id of its latest entry. A document
-- that cannot be read says nothing.

WITH document AS (
    SELECT order_number, sequence, CAST(substr(doc, 2) AS TEXT) AS entry FROM order_life
    WHERE order_number IN (SELECT order_number FROM gift_cards WHERE order_number IS NOT NULL)
), change AS (
    SELECT order_number, sequence,
        CASE WHEN json_valid(entry) THEN json_extract(entry, '$.change.kind') END AS kind,
        CASE WHEN json_valid(entry) THEN json_extract(entry, '$.change.refund') END AS refund,
        CASE WHEN json_valid(entry) THEN json_extract(entry, '$.change.reference') END AS id
    FROM document
), told AS (
    SELECT * FROM change WHERE kind IN ('refund_accepted', 'refunded', 'refund_failed') AND id IS NOT NULL
), own AS (
    SELECT order_number, id,
        row_number() OVER (PARTITION BY order_number, refund ORDER BY sequence DESC) AS place
    FROM told WHERE refund IS NOT NULL
)
UPDATE gift_cards SET withheld = 1 WHERE NOT withheld AND order_number IN (
    SELECT order_number FROM told
    WHERE kind = 'refunded'
      AND (order_number, id) NOT IN (SELECT order_number, id FROM own WHERE place = 1)
      AND (order_number, id) NOT IN (SELECT order_number, id FROM told WHERE kind = 'refund_failed'));
