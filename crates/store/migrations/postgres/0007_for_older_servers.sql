-- A server from before modes may serve beside newer ones: the cards that it issues get the database's mode.

CREATE OR REPLACE FUNCTION zkratka_mode_of_card() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    -- Wherever the table is by now.
    PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA), true);
    NEW.mode := (SELECT mode FROM shop_mode);
    RETURN NEW;
END
$$;

DROP TRIGGER IF EXISTS cards_have_a_mode ON gift_cards;
CREATE TRIGGER cards_have_a_mode BEFORE INSERT ON gift_cards
FOR EACH ROW WHEN (NEW.mode IS NULL) EXECUTE FUNCTION zkratka_mode_of_card();
