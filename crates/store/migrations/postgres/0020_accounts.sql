-- Accounts of the shop's wallet. Codes, sessions and devices are recognised by a random id and the SHA-256 of a secret that only the
-- browser has. A card is the gateway's mandate with what its owner recognises it by, never its number.

CREATE TABLE accounts (
    id bytea PRIMARY KEY,
    email text NOT NULL UNIQUE,
    contact text NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX accounts_by_contact ON accounts (contact);

CREATE TABLE account_passkeys (
    id bytea PRIMARY KEY,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    public_key bytea NOT NULL,
    algorithm bigint NOT NULL,
    count bigint NOT NULL,
    backup_eligible bigint NOT NULL,
    backed_up bigint NOT NULL,
    transports text NOT NULL,
    label text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
);
CREATE INDEX account_passkeys_of_account ON account_passkeys (account);

CREATE TABLE account_addresses (
    id bytea PRIMARY KEY,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    address text NOT NULL,
    used_at bigint NOT NULL
);
CREATE INDEX account_addresses_of_account ON account_addresses (account);

CREATE TABLE account_cards (
    id bytea PRIMARY KEY,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    gateway text NOT NULL,
    mandate text NOT NULL,
    network text NOT NULL,
    last_four text NOT NULL CHECK (length(last_four) = 4),
    expires text,
    used_at bigint NOT NULL
);
CREATE INDEX account_cards_of_account ON account_cards (account);

CREATE TABLE account_devices (
    id bytea PRIMARY KEY,
    secret_hash bytea NOT NULL,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX account_devices_of_account ON account_devices (account);
CREATE INDEX account_devices_by_end ON account_devices (expires_at);

CREATE TABLE account_sessions (
    id bytea PRIMARY KEY,
    secret_hash bytea NOT NULL,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    device bytea,
    proof text NOT NULL,
    started_at bigint NOT NULL,
    idle_until bigint NOT NULL,
    ends_at bigint NOT NULL
);
CREATE INDEX account_sessions_of_account ON account_sessions (account);
CREATE INDEX account_sessions_by_end ON account_sessions (idle_until);

CREATE TABLE account_challenges (
    id bytea PRIMARY KEY,
    secret_hash bytea NOT NULL,
    purpose text NOT NULL,
    email text,
    contact text,
    account bytea REFERENCES accounts (id) ON DELETE CASCADE,
    answer bytea NOT NULL,
    tries bigint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    spent_at bigint
);
CREATE INDEX account_challenges_of_contact ON account_challenges (contact, created_at);
CREATE INDEX account_challenges_of_account ON account_challenges (account);
CREATE INDEX account_challenges_by_end ON account_challenges (expires_at);
