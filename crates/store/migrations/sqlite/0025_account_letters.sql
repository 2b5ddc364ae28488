-- E-mails to owners of accounts that are not sent yet. A code is not among the columns: it follows from the server's key and the
-- challenge. `number` counts the codes of a mailbox, so that of several servers one sends the next. A
-- challenge without a number is a decoy, which the limits do not read. `is_known`: a browser of the account asked for the code.

CREATE TABLE account_letters (
    id BLOB PRIMARY KEY,
    kind TEXT NOT NULL,
    email TEXT NOT NULL,
    contact TEXT NOT NULL,
    challenge BLOB,
    detail TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX account_letters_by_due ON account_letters (due_at);
CREATE INDEX account_letters_of_contact ON account_letters (contact);
CREATE INDEX account_letters_by_age ON account_letters (created_at);

ALTER TABLE account_challenges ADD COLUMN number INTEGER;
CREATE UNIQUE INDEX account_challenges_by_number ON account_challenges (contact, number);
ALTER TABLE account_challenges ADD COLUMN is_known INTEGER NOT NULL DEFAULT 0;
DROP INDEX account_challenges_of_contact;
CREATE INDEX account_challenges_of_contact ON account_challenges (contact, created_at) WHERE number IS NOT NULL;
