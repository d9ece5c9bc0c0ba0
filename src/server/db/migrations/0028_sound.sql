CREATE TABLE "audition_sounds" (
	"audition_id" bigint PRIMARY KEY NOT NULL,
	"measurement" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"fault" text,
	"queued_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audition_sounds_state" CHECK ("audition_sounds"."state" in ('waiting','ready','failed'))
);
--> statement-breakpoint
CREATE TABLE "made_samples" (
	"product_id" bigint PRIMARY KEY NOT NULL,
	"source_id" bigint,
	"starts" double precision,
	"ends" double precision,
	"is_placed" boolean DEFAULT false NOT NULL,
	"choice" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"fault" text,
	"queued_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "made_samples_state" CHECK ("made_samples"."state" in ('waiting','ready','failed')),
	CONSTRAINT "made_samples_place" CHECK ("made_samples"."ends" > "made_samples"."starts")
);
--> statement-breakpoint
DROP INDEX "audio_editions_state";--> statement-breakpoint
ALTER TABLE "samples" ADD COLUMN "is_made" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audio_editions" ADD COLUMN "queued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audition_sounds" ADD CONSTRAINT "audition_sounds_audition_id_auditions_id_fk" FOREIGN KEY ("audition_id") REFERENCES "public"."auditions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "made_samples" ADD CONSTRAINT "made_samples_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "made_samples" ADD CONSTRAINT "made_samples_source_id_media_files_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audition_sounds_unqueued" ON "audition_sounds" USING btree ("audition_id") WHERE state = 'waiting' and queued_at is null;--> statement-breakpoint
CREATE INDEX "made_samples_unqueued" ON "made_samples" USING btree ("product_id") WHERE state = 'waiting' and queued_at is null;--> statement-breakpoint
CREATE INDEX "audio_editions_unqueued" ON "audio_editions" USING btree ("media_id") WHERE state = 'waiting' and queued_at is null;--> statement-breakpoint
-- However a recording came in, the queue finds it without comparing all tracks with all editions.
CREATE FUNCTION "note_recordings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'insert into %I.audio_editions (media_id) select distinct audio_id from new_rows where audio_id is not null order by 1 on conflict do nothing',
    TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_new_tracks" AFTER INSERT ON "tracks" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_recordings();--> statement-breakpoint
CREATE TRIGGER "note_changed_tracks" AFTER UPDATE ON "tracks" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_recordings();--> statement-breakpoint
CREATE TRIGGER "note_new_samples" AFTER INSERT ON "samples" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_recordings();--> statement-breakpoint
CREATE TRIGGER "note_changed_samples" AFTER UPDATE ON "samples" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_recordings();--> statement-breakpoint
INSERT INTO "audio_editions" ("media_id") SELECT "audio_id" FROM "tracks" WHERE "audio_id" IS NOT NULL UNION SELECT "audio_id" FROM "samples" ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "audition_sounds" ("audition_id") SELECT "id" FROM "auditions";--> statement-breakpoint
INSERT INTO "made_samples" ("product_id") SELECT p."id" FROM "products" p
  WHERE NOT EXISTS (SELECT FROM "samples" s WHERE s."product_id" = p."id")
    AND EXISTS (SELECT FROM "tracks" t JOIN "audio_editions" e ON e."media_id" = t."audio_id" WHERE t."product_id" = p."id" AND e."state" = 'ready');
