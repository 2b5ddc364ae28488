-- Accounts of the shop's wallet. Codes, sessions and devices are recognised by a random id and the SHA-256 of a secret that only the
-- browser has. A card is the gateway's mandate with what its owner recognises it by, never its number.

CREATE TABLE accounts (
    id BLOB PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    contact TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX accounts_by_contact ON accounts (contact);

CREATE TABLE account_passkeys (
    id BLOB PRIMARY KEY,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    public_key BLOB NOT NULL,
    algorithm INTEGER NOT NULL,
    count INTEGER NOT NULL,
    backup_eligible INTEGER NOT NULL,
    backed_up INTEGER NOT NULL,
    transports TEXT NOT NULL,
    label TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;
CREATE INDEX account_passkeys_of_account ON account_passkeys (account);

CREATE TABLE account_addresses (
    id BLOB PRIMARY KEY,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_addresses_of_account ON account_addresses (account);

CREATE TABLE account_cards (
    id BLOB PRIMARY KEY,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    gateway TEXT NOT NULL,
    mandate TEXT NOT NULL,
    network TEXT NOT NULL,
    last_four TEXT NOT NULL CHECK (length(last_four) = 4),
    expires TEXT,
    used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_cards_of_account ON account_cards (account);

CREATE TABLE account_devices (
    id BLOB PRIMARY KEY,
    secret_hash BLOB NOT NULL,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_devices_of_account ON account_devices (account);
CREATE INDEX account_devices_by_end ON account_devices (expires_at);

CREATE TABLE account_sessions (
    id BLOB PRIMARY KEY,
    secret_hash BLOB NOT NULL,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    device BLOB,
    proof TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    idle_until INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_sessions_of_account ON account_sessions (account);
CREATE INDEX account_sessions_by_end ON account_sessions (idle_until);

CREATE TABLE account_challenges (
    id BLOB PRIMARY KEY,
    secret_hash BLOB NOT NULL,
    purpose TEXT NOT NULL,
    email TEXT,
    contact TEXT,
    account BLOB REFERENCES accounts (id) ON DELETE CASCADE,
    answer BLOB NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at INTEGER
) STRICT;
CREATE INDEX account_challenges_of_contact ON account_challenges (contact, created_at);
CREATE INDEX account_challenges_of_account ON account_challenges (account);
CREATE INDEX account_challenges_by_end ON account_challenges (expires_at);
