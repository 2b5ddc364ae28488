-- A server from before the outbox may serve beside newer ones: of the orders that it writes, the database itself writes
-- what is to be told. Looked at when the transaction ends, as a server that knows of events has written them by then.

CREATE FUNCTION zkratka_tell_of_order() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    -- The first place of the events of the attempt's last step; a step has room for eight.
    first_place bigint;
    payment json;
    kinds text[];
BEGIN
    SELECT version * 8 INTO first_place FROM attempts WHERE key = NEW.attempt_key;
    PERFORM 1 FROM order_events WHERE order_number = NEW.number AND place >= first_place;
    IF FOUND THEN
        RETURN NULL;
    END IF;
    payment := convert_from(substring(NEW.doc FROM 2), 'UTF8')::json -> 'payment';
    kinds := CASE payment ->> 'kind'
        WHEN 'captured' THEN ARRAY['order.captured']
        WHEN 'needs_review' THEN ARRAY['order.needs_review']
        ELSE ARRAY[]::text[]
    END;
    IF TG_OP = 'INSERT' THEN
        kinds := array_prepend('order.created', kinds);
    END IF;
    INSERT INTO order_events (order_number, place, id, kind, at, payment, entries)
    SELECT NEW.number, first_place + event.position - 1,
           'evt_' || replace(gen_random_uuid()::text, '-', ''), event.kind, known.at,
           '\x01'::bytea || convert_to(payment::text, 'UTF8'), known.entries
    FROM unnest(kinds) WITH ORDINALITY AS event (kind, position),
        (SELECT MAX(at) AS at, MAX(sequence) AS entries FROM timeline WHERE attempt_key = NEW.attempt_key)
            AS known;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER orders_are_told_of AFTER INSERT OR UPDATE ON orders
DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION zkratka_tell_of_order();
