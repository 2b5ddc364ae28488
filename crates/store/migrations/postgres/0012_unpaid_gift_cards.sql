-- Whether a sold gift card awaits the money of its order: it pays nothing until the money is captured. Cards from before
-- this step stay as they are.

ALTER TABLE gift_cards ADD COLUMN awaits_payment boolean NOT NULL DEFAULT false;
