CREATE TABLE "catalog_changes" (
	"kind" text NOT NULL,
	"row_id" bigint NOT NULL,
	"changed" "xid8" NOT NULL,
	CONSTRAINT "catalog_changes_kind_row_id_pk" PRIMARY KEY("kind","row_id")
);
--> statement-breakpoint
CREATE INDEX "catalog_changes_changed" ON "catalog_changes" USING btree ("changed");--> statement-breakpoint
-- Marks what a statement changed; its arguments are the kind, the column of the id and a condition. Trap: the tables of a
-- dump are filled before its triggers exist, so a restored database keeps the marks of the old one; its history differs.
CREATE FUNCTION "mark_catalog_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_rows text := CASE TG_OP
    WHEN 'INSERT' THEN 'select * from new_rows'
    WHEN 'DELETE' THEN 'select * from old_rows'
    ELSE 'select * from new_rows union all select * from old_rows' END;
  marked bigint;
BEGIN
  EXECUTE format(
    'insert into %I.catalog_changes as c (kind, row_id, changed)
     select %L, id, pg_current_xact_id() from (select distinct (%s)::bigint as id from (%s) r where %s) ids where id is not null order by id
     on conflict (kind, row_id) do update set changed = excluded.changed where c.changed <> excluded.changed',
    TG_TABLE_SCHEMA, TG_ARGV[0], TG_ARGV[1], changed_rows, TG_ARGV[2]);
  GET DIAGNOSTICS marked = ROW_COUNT;
  IF marked > 0 THEN PERFORM pg_notify('catalog_changes', ''); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  rule record;
  event text;
BEGIN
  FOR rule IN SELECT * FROM (VALUES
    ('products', 'title', 'r.id', 'true', 'INSERT UPDATE DELETE'),
    ('product_people', 'title', 'r.product_id', 'true', 'INSERT UPDATE DELETE'),
    ('product_people', 'author', 'r.person_id', 'r.role = ''author''', 'INSERT UPDATE DELETE'),
    ('product_categories', 'title', 'r.product_id', 'true', 'INSERT UPDATE DELETE'),
    ('tracks', 'title', 'r.product_id', 'true', 'INSERT UPDATE DELETE'),
    ('samples', 'title', 'r.product_id', 'true', 'INSERT UPDATE DELETE'),
    ('reviews', 'title', 'r.product_id', 'r.status = ''approved''', 'INSERT UPDATE DELETE'),
    ('people', 'author', 'r.id', 'true', 'INSERT UPDATE DELETE'),
    ('categories', 'category', 'r.id', 'true', 'INSERT UPDATE DELETE'),
    -- A new file is shown by the row that names it.
    ('media_files', 'picture', 'r.id', 'true', 'UPDATE'),
    ('placements', 'list', '1', 'true', 'INSERT UPDATE DELETE'),
    ('menu_items', 'list', '1', 'true', 'INSERT UPDATE DELETE'),
    ('faq_topics', 'list', '1', 'true', 'INSERT UPDATE DELETE'),
    ('faq_queries', 'list', '1', 'true', 'INSERT UPDATE DELETE'),
    ('testimonials', 'list', '1', 'true', 'INSERT UPDATE DELETE'),
    ('news', 'list', '1', 'true', 'INSERT UPDATE DELETE'),
    ('site_texts', 'list', '1', 'true', 'INSERT UPDATE DELETE'),
    ('banners', 'list', '1', 'true', 'INSERT UPDATE DELETE'),
    -- Every title says which plans cover it, and many carry the mark of an institute.
    ('plans', 'all', '1', 'true', 'INSERT UPDATE DELETE'),
    ('plan_audio_types', 'all', '1', 'true', 'INSERT UPDATE DELETE'),
    ('institutes', 'all', '1', 'true', 'INSERT UPDATE DELETE')
  ) AS rules (tab, kind, id, condition, events)
  LOOP
    FOREACH event IN ARRAY string_to_array(rule.events, ' ') LOOP
      EXECUTE format('create trigger %I after %s on %I referencing %s for each statement execute function mark_catalog_changes(%L, %L, %L)',
        'mark_' || rule.kind || '_' || lower(event), event, rule.tab,
        CASE event WHEN 'INSERT' THEN 'new table as new_rows' WHEN 'DELETE' THEN 'old table as old_rows' ELSE 'new table as new_rows old table as old_rows' END,
        rule.kind, rule.id, rule.condition);
    END LOOP;
  END LOOP;
END $$;
