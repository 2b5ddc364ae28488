-- The secret of the link by which a person ends her stock alerts. NULL: the alert is older than the links.

ALTER TABLE stock_alerts ADD COLUMN secret BLOB;
