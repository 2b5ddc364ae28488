-- The mode of the database and of every gift card. The first start records it: SQL cannot know the configuration.

CREATE TABLE shop_mode (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    mode TEXT NOT NULL CHECK (mode IN ('test', 'live'))
) STRICT;

-- NULL in a card from before this step until the mode is recorded; such a card pays nothing.
ALTER TABLE gift_cards ADD COLUMN mode TEXT CHECK (mode IN ('test', 'live'));
