-- A server that knows nothing of contested payments may serve beside newer ones. For the reports that it writes, the
-- database does what a newer server does.

-- What an entry of an order's life says. NULL if it cannot be read.
CREATE OR REPLACE FUNCTION zkratka_life_change(doc bytea) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
    RETURN convert_from(substring(doc FROM 2), 'UTF8')::json -> 'change';
EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
END
$$;

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
BEGIN
    -- Wherever the table is by now.
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA), true);
    PERFORM 1 FROM gift_cards WHERE order_number = NEW.order_number;
    IF FOUND AND zkratka_life_change(NEW.doc) ->> 'kind'
        IN ('dispute_opened', 'dispute_won', 'dispute_lost', 'reversed') THEN
        UPDATE gift_cards SET withheld = zkratka_is_contested(NEW.order_number) WHERE order_number = NEW.order_number;
    END IF;
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS cards_are_withheld ON order_life;
CREATE TRIGGER cards_are_withheld AFTER INSERT ON order_life
FOR EACH ROW EXECUTE FUNCTION zkratka_cards_are_withheld();

-- An older server takes money from a card that cannot pay: the row stays, so the server finds that the card cannot pay.
CREATE OR REPLACE FUNCTION zkratka_card_cannot_pay() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS unpaid_cards_cannot_pay ON gift_cards;
CREATE TRIGGER unpaid_cards_cannot_pay BEFORE UPDATE OF balance ON gift_cards
FOR EACH ROW WHEN (NEW.balance < OLD.balance AND (OLD.awaits_payment OR OLD.withheld))
EXECUTE FUNCTION zkratka_card_cannot_pay();

-- Cards of orders that are contested already.
UPDATE gift_cards SET withheld = true
WHERE order_number IN (SELECT DISTINCT order_number FROM order_life) AND zkratka_is_contested(order_number);
