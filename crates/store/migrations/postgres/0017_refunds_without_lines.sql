-- Gift cards of orders of which somebody refunded at the gateway without naming lines, before cards could be withheld for that.

-- Until the end no server writes a report that the update would miss.
LOCK TABLE order_life IN SHARE ROW EXCLUSIVE MODE;

-- What an entry of an order's life says. NULL if it cannot be read.
CREATE OR REPLACE FUNCTION zkratka_life_change(doc bytea) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
    RETURN convert_from(substring(doc FROM 2), 'UTF8')::json -> 'change';
EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
END
$$;

-- A gateway refund that did not fail and that the shop did not make. The shop's refund has the id of its latest entry.
CREATE OR REPLACE FUNCTION zkratka_has_refund_without_lines(of_order bigint) RETURNS boolean LANGUAGE sql AS $$
    WITH told AS (
        SELECT sequence, change ->> 'kind' AS kind, change ->> 'refund' AS refund, change ->> 'reference' AS id
        FROM (SELECT sequence, zkratka_life_change(doc) AS change FROM order_life WHERE order_number = of_order) AS entries
    ), own AS (
        SELECT DISTINCT ON (refund) id FROM told
        WHERE kind IN ('refund_accepted', 'refunded') AND refund IS NOT NULL
        ORDER BY refund, sequence DESC
    )
    SELECT EXISTS (
        SELECT FROM told
        WHERE kind = 'refunded'
          AND NOT EXISTS (SELECT FROM own WHERE own.id = told.id)
          AND NOT EXISTS (SELECT FROM told AS failed WHERE failed.kind = 'refund_failed' AND failed.id = told.id))
$$;

UPDATE gift_cards SET withheld = true
WHERE NOT withheld AND order_number IN (SELECT order_number FROM order_life)
  AND zkratka_has_refund_without_lines(order_number);
