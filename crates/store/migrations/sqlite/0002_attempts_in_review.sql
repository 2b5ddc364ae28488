-- Attempts that need a person are listed for the operator: a column beside the document, and an index of those only.

ALTER TABLE attempts ADD COLUMN needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1));

-- What is stored already: format 1 is JSON. A damaged document stays as it is.
UPDATE attempts SET needs_review = 1
WHERE substr(doc, 1, 1) = x'01'
  AND CASE WHEN json_valid(CAST(substr(doc, 2) AS TEXT))
      THEN json_extract(CAST(substr(doc, 2) AS TEXT), '$.state.kind') = 'needs_review'
      ELSE 0 END;

CREATE INDEX attempts_in_review ON attempts (key) WHERE needs_review = 1;
