-- Orders that were made in an account of the shop's wallet.

CREATE TABLE account_orders (
    order_number INTEGER PRIMARY KEY,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX account_orders_of_account ON account_orders (account, order_number);
