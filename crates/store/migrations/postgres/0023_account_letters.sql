-- E-mails to owners of accounts that are not sent yet. A code is not among the columns: it follows from the server's key and the
-- challenge. `number` counts the codes of a mailbox, so that of several servers one sends the next. A
-- challenge without a number is a decoy, which the limits do not read. `is_known`: a browser of the account asked for the code.

CREATE TABLE account_letters (
    id bytea PRIMARY KEY,
    kind text NOT NULL,
    email text NOT NULL,
    contact text NOT NULL,
    challenge bytea,
    detail text NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    attempts bigint NOT NULL DEFAULT 0
);
CREATE INDEX account_letters_by_due ON account_letters (due_at);
CREATE INDEX account_letters_of_contact ON account_letters (contact);
CREATE INDEX account_letters_by_age ON account_letters (created_at);

ALTER TABLE account_challenges ADD COLUMN number bigint;
CREATE UNIQUE INDEX account_challenges_by_number ON account_challenges (contact, number);
ALTER TABLE account_challenges ADD COLUMN is_known bigint NOT NULL DEFAULT 0;
DROP INDEX account_challenges_of_contact;
CREATE INDEX account_challenges_of_contact ON account_challenges (contact, created_at) WHERE number IS NOT NULL;
