-- What buyers downloaded, and their consent to immediate delivery. A consent from the checkout is part of the order itself.

CREATE TABLE download_consents (
    order_number INTEGER PRIMARY KEY REFERENCES orders (number),
    at INTEGER NOT NULL,
    -- Of the text to which the buyer consented.
    version TEXT NOT NULL
) STRICT;

CREATE TABLE downloads (
    order_number INTEGER NOT NULL REFERENCES orders (number),
    line_id INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    last_at INTEGER NOT NULL,
    PRIMARY KEY (order_number, line_id)
) STRICT;
