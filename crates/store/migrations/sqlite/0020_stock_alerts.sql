-- Who wants an e-mail once a variant can be bought again. `contact` is a digest of the address, the same for all its spellings. A row
-- whose e-mail is sent has no address any more; it counts for a while, so that nobody has e-mails sent to somebody without end.

CREATE TABLE stock_alerts (
    id INTEGER PRIMARY KEY,
    variant_id INTEGER NOT NULL,
    contact TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    sent_at INTEGER
) STRICT;

CREATE UNIQUE INDEX stock_alerts_of_contact ON stock_alerts (contact, variant_id) WHERE sent_at IS NULL;
CREATE INDEX stock_alerts_by_contact ON stock_alerts (contact);
CREATE INDEX stock_alerts_of_variant ON stock_alerts (variant_id, due_at);
CREATE INDEX stock_alerts_by_age ON stock_alerts (created_at);
