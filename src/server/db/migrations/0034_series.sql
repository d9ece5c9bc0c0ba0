CREATE TABLE "series" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"translations" jsonb NOT NULL,
	"search_keys" text[] DEFAULT '{}' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "follows" DROP CONSTRAINT "follows_once";--> statement-breakpoint
ALTER TABLE "follows" DROP CONSTRAINT "follows_one";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "series_number" double precision;--> statement-breakpoint
ALTER TABLE "follows" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_series" ON "products" USING btree ("series_id") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "follows_series" ON "follows" USING btree ("series_id");--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_once" UNIQUE NULLS NOT DISTINCT("user_id","person_id","product_id","series_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_series_number" CHECK ("products"."series_number" between 0 and 9999);--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_one" CHECK (num_nonnulls("follows"."person_id", "follows"."product_id", "follows"."series_id") = 1);--> statement-breakpoint
-- A page of a series shows its titles, and each of them names the series and its neighbours: what a title leaves changes too.
DO $$
DECLARE
  rule record;
  event text;
BEGIN
  FOR rule IN SELECT * FROM (VALUES ('series', 'r.id'), ('products', 'r.series_id')) AS rules (tab, id)
  LOOP
    FOREACH event IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
      EXECUTE format('create trigger %I after %s on %I referencing %s for each statement execute function mark_catalog_changes(%L, %L, %L)',
        'mark_series_' || lower(event), event, rule.tab,
        CASE event WHEN 'INSERT' THEN 'new table as new_rows' WHEN 'DELETE' THEN 'old table as old_rows' ELSE 'new table as new_rows old table as old_rows' END,
        'series', rule.id, 'true');
    END LOOP;
  END LOOP;
END $$;
