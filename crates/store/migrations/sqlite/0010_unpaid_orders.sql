-- Orders that were made before anybody has paid them, by the buyer's contacts. A contact has as many places as the shop
-- allows; a place can be taken again when its order is paid or the shop's window is over. The primary key decides between
-- transactions. Rows are written before the attempt's own, so they do not refer to it.

CREATE TABLE unpaid_orders (
    -- A digest of an e-mail address or a telephone number.
    contact TEXT NOT NULL,
    place INTEGER NOT NULL,
    attempt_key INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (contact, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX unpaid_orders_by_attempt ON unpaid_orders (attempt_key);
CREATE INDEX unpaid_orders_by_age ON unpaid_orders (at);
