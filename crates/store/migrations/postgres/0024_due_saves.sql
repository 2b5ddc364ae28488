-- Orders by which an account is to be changed are tried again later if that fails, so that they keep no other order waiting.

ALTER TABLE account_saves ADD COLUMN due_at bigint NOT NULL DEFAULT 0;
ALTER TABLE account_saves ADD COLUMN tries bigint NOT NULL DEFAULT 0;
CREATE INDEX account_saves_by_due ON account_saves (due_at);
