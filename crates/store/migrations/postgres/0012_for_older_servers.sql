-- A server that lets sold gift cards pay from the authorisation on may serve beside newer ones. For the cards and orders
-- that it writes, the database does what a newer server does.

CREATE OR REPLACE FUNCTION zkratka_is_received(doc bytea) RETURNS boolean LANGUAGE sql
AS $$
    SELECT convert_from(substring(doc FROM 2), 'UTF8')::json -> 'payment' ->> 'kind' IN ('captured', 'free')
$$;

-- A new card awaits the money of its order, which the same transaction has written before.
CREATE OR REPLACE FUNCTION zkratka_card_awaits_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    -- Wherever the table is by now.
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA), true);
    NEW.awaits_payment := NOT zkratka_is_received((SELECT doc FROM orders WHERE number = NEW.order_number));
    RETURN NEW;
END
$$;

DROP TRIGGER IF EXISTS sold_cards_await_payment ON gift_cards;
CREATE TRIGGER sold_cards_await_payment BEFORE INSERT ON gift_cards
FOR EACH ROW WHEN (NEW.order_number IS NOT NULL AND NOT NEW.awaits_payment)
EXECUTE FUNCTION zkratka_card_awaits_payment();

-- When the money of an order has been received, its cards pay.
CREATE OR REPLACE FUNCTION zkratka_cards_are_paid() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA), true);
    PERFORM 1 FROM gift_cards WHERE order_number = NEW.number;
    IF FOUND AND zkratka_is_received(OLD.doc) <> zkratka_is_received(NEW.doc) THEN
        UPDATE gift_cards SET awaits_payment = NOT zkratka_is_received(NEW.doc) WHERE order_number = NEW.number;
    END IF;
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS cards_are_paid ON orders;
CREATE TRIGGER cards_are_paid AFTER UPDATE ON orders
FOR EACH ROW EXECUTE FUNCTION zkratka_cards_are_paid();

-- An older server takes money from a card that awaits payment: the row stays, so the server finds that the card cannot pay.
CREATE OR REPLACE FUNCTION zkratka_card_cannot_pay() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS unpaid_cards_cannot_pay ON gift_cards;
CREATE TRIGGER unpaid_cards_cannot_pay BEFORE UPDATE OF balance ON gift_cards
FOR EACH ROW WHEN (NEW.balance < OLD.balance AND OLD.awaits_payment)
EXECUTE FUNCTION zkratka_card_cannot_pay();
