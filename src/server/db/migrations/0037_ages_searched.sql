-- Titles are found by each age that they are for (6 year old); titles of before have no such keys. 17 is the oldest child.
UPDATE "products" SET "search_keys" = "search_keys" || ARRAY(
  SELECT '@' || year FROM generate_series(
    substring("ages" FROM '^\d+')::int,
    least(17, coalesce(substring("ages" FROM '-(\d+)$')::int, 17))
  ) AS year
) WHERE "ages" IS NOT NULL;
