-- Who wants an e-mail once a variant can be bought again. `contact` is a digest of the address, the same for all its spellings. A row
-- whose e-mail is sent has no address any more; it counts for a while, so that nobody has e-mails sent to somebody without end.

CREATE TABLE stock_alerts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    variant_id bigint NOT NULL,
    contact text NOT NULL,
    email text NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    sent_at bigint
);

CREATE UNIQUE INDEX stock_alerts_of_contact ON stock_alerts (contact, variant_id) WHERE sent_at IS NULL;
CREATE INDEX stock_alerts_by_contact ON stock_alerts (contact);
CREATE INDEX stock_alerts_of_variant ON stock_alerts (variant_id, due_at);
CREATE INDEX stock_alerts_by_age ON stock_alerts (created_at);
