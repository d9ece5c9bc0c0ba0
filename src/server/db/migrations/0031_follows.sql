CREATE TABLE "follows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "follows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"person_id" bigint,
	"product_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_once" UNIQUE NULLS NOT DISTINCT("user_id","person_id","product_id"),
	CONSTRAINT "follows_one" CHECK (num_nonnulls("follows"."person_id", "follows"."product_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "weekly_news" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"locale" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "weekly_news_locale" CHECK ("weekly_news"."locale" in ('en','mr'))
);
--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_news" ADD CONSTRAINT "weekly_news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_person" ON "follows" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "follows_product" ON "follows" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "weekly_news_sent" ON "weekly_news" USING btree ("sent_at");--> statement-breakpoint
-- The page of a person shows what has their voice: a title that is taken from a narrator changes that page.
DO $$
DECLARE
  event text;
BEGIN
  FOREACH event IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
    EXECUTE format('create trigger %I after %s on product_people referencing %s for each statement execute function mark_catalog_changes(%L, %L, %L)',
      'mark_narrator_' || lower(event), event,
      CASE event WHEN 'INSERT' THEN 'new table as new_rows' WHEN 'DELETE' THEN 'old table as old_rows' ELSE 'new table as new_rows old table as old_rows' END,
      'author', 'r.person_id', 'r.role = ''artist''');
  END LOOP;
END $$;
