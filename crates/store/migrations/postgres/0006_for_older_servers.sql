-- A server from before the outbox may serve beside newer ones: of the orders that it writes, the database itself writes
-- what is to be told. Looked at when the transaction ends, as a server that knows of events has written them by then.
-- Not for a shop that begins with the outbox; the first step that needs the outbox drops it.

CREATE OR REPLACE FUNCTION zkratka_payment_of(doc bytea) RETURNS json LANGUAGE sql
AS $$ SELECT convert_from(substring(doc FROM 2), 'UTF8')::json -> 'payment' $$;

CREATE OR REPLACE FUNCTION zkratka_tell_of_order() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    -- The first place of the events of the attempt's last step; a step has room for eight.
    first_place bigint;
    payment json;
    kinds text[];
BEGIN
    -- Wherever the table is by now.
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA), true);
    SELECT version * 8 INTO STRICT first_place FROM attempts WHERE key = NEW.attempt_key;
    PERFORM 1 FROM order_events WHERE order_number = NEW.number AND place >= first_place;
    IF FOUND THEN
        RETURN NULL;
    END IF;
    payment := zkratka_payment_of(NEW.doc);
    kinds := CASE payment ->> 'kind'
        WHEN 'captured' THEN ARRAY['order.captured']
        WHEN 'needs_review' THEN ARRAY['order.needs_review']
        ELSE ARRAY[]::text[]
    END;
    IF TG_OP = 'INSERT' THEN
        kinds := array_prepend('order.created', kinds);
    ELSIF zkratka_payment_of(OLD.doc)::text = payment::text THEN
        RETURN NULL;
    END IF;
    INSERT INTO order_events (order_number, place, id, kind, at, payment, entries)
    SELECT NEW.number, first_place + event.position - 1,
           'evt_' || replace(gen_random_uuid()::text, '-', ''), event.kind, COALESCE(known.at, NEW.created_at),
           '\x01'::bytea || convert_to(payment::text, 'UTF8'), COALESCE(known.entries, 0)
    FROM unnest(kinds) WITH ORDINALITY AS event (kind, position),
        (SELECT MAX(at) AS at, MAX(sequence) AS entries FROM timeline WHERE attempt_key = NEW.attempt_key)
            AS known;
    RETURN NULL;
EXCEPTION
    WHEN serialization_failure OR deadlock_detected THEN
        -- The whole is done again.
        RAISE;
    WHEN OTHERS THEN
        -- The sale counts more than the word of it.
        RAISE WARNING 'what happened to order % is not told: %', NEW.number, SQLERRM;
        RETURN NULL;
END
$$;

DROP TRIGGER IF EXISTS orders_are_told_of ON orders;
CREATE CONSTRAINT TRIGGER orders_are_told_of AFTER INSERT OR UPDATE ON orders
DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION zkratka_tell_of_order();
