-- What is stored counts as the file that was imported, so that the same file changes nothing. The file of a text that got its
-- times from the shop had the same lines without times (`digestOfText`). Apart from the new column, whose lock keeps readers waiting.
UPDATE "transcripts" x SET "file_digest" = CASE WHEN x."is_timed" AND x."revision" > 1 AND x."track_id" IS NOT NULL AND x."locale" = p."spoken" THEN (
  SELECT left(translate(encode(sha256(convert_to('[' || string_agg(
    '[null,null,' || to_json(c."text") || ',' || to_json(coalesce(c."speaker", '')) || ']', ',' ORDER BY c."position"
  ) || ']', 'UTF8')), 'base64'), '+/', '-_'), 22)
  FROM "transcript_cues" c WHERE c."transcript_id" = x."id"
) ELSE x."digest" END FROM "products" p WHERE p."id" = x."product_id";
