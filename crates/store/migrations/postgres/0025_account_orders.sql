-- Orders that were made in an account of the shop's wallet.

CREATE TABLE account_orders (
    order_number bigint PRIMARY KEY,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX account_orders_of_account ON account_orders (account, order_number);
