-- Orders whose goods go in two groups: both ways are in the order's document, which needs no column. The step is there
-- for its number: a program that knows of one way only must not write such an order.
SELECT 1;
