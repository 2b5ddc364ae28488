-- The secret of the link by which a person ends her stock alerts. NULL: the alert is older than the links, or an older server took it.

ALTER TABLE stock_alerts ADD COLUMN secret bytea;
