-- What buyers downloaded, and their consent to immediate delivery. A consent from the checkout is part of the order itself.

CREATE TABLE download_consents (
    order_number bigint PRIMARY KEY REFERENCES orders (number),
    at bigint NOT NULL,
    -- Of the text to which the buyer consented.
    version text NOT NULL
);

CREATE TABLE downloads (
    order_number bigint NOT NULL REFERENCES orders (number),
    line_id bigint NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    last_at bigint NOT NULL,
    PRIMARY KEY (order_number, line_id)
);
