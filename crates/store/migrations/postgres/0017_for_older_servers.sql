-- A server that withholds no cards for a refund without lines may serve beside newer ones. For the reports that it writes, the
-- database does what a newer server does.

-- A dispute that is open or lost, or money that the bank took back. What an operator recorded of a dispute, as a reversal with
-- its id, has come back once the dispute is won.
CREATE OR REPLACE FUNCTION zkratka_is_contested(of_order bigint) RETURNS boolean LANGUAGE sql AS $$
    WITH told AS (
        SELECT change ->> 'kind' AS kind, coalesce(change ->> 'dispute', change ->> 'reference') AS id
        FROM (SELECT zkratka_life_change(doc) AS change FROM order_life WHERE order_number = of_order) AS entries
    )
    SELECT EXISTS (
        SELECT FROM told
        WHERE kind = 'dispute_lost'
           OR kind IN ('dispute_opened', 'reversed') AND NOT EXISTS (
               SELECT FROM told AS won WHERE won.kind = 'dispute_won' AND won.id = told.id))
$$;

CREATE OR REPLACE FUNCTION zkratka_cards_are_withheld() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    is_withheld boolean;
BEGIN
    -- The schema may have been renamed since.
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA), true);
    PERFORM 1 FROM gift_cards WHERE order_number = NEW.order_number;
    IF FOUND AND zkratka_life_change(NEW.doc) ->> 'kind' IN ('dispute_opened', 'dispute_won', 'dispute_lost', 'reversed',
                                                             'refund_accepted', 'refunded', 'refund_failed') THEN
        is_withheld := zkratka_is_contested(NEW.order_number) OR zkratka_has_refund_without_lines(NEW.order_number);
        UPDATE gift_cards SET withheld = is_withheld
        WHERE order_number = NEW.order_number AND withheld <> is_withheld;
    END IF;
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS cards_are_withheld ON order_life;
CREATE TRIGGER cards_are_withheld AFTER INSERT ON order_life
FOR EACH ROW EXECUTE FUNCTION zkratka_cards_are_withheld();
