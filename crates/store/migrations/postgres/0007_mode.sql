-- The mode of the database and of every gift card. The first start records it: SQL cannot know the configuration.

CREATE TABLE shop_mode (
    id smallint PRIMARY KEY CHECK (id = 1),
    mode text NOT NULL CHECK (mode IN ('test', 'live'))
);

-- NULL in a card from before this step until a server records the mode; such a card pays nothing.
ALTER TABLE gift_cards ADD COLUMN mode text CHECK (mode IN ('test', 'live'));
