ALTER TABLE "products" ADD COLUMN "trashed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "desk_uploads" ADD COLUMN "fault" text;--> statement-breakpoint
ALTER TABLE "desk_uploads" ADD COLUMN "percent" smallint;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "unused_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "products_trashed" ON "products" USING btree ("trashed_at") WHERE trashed_at is not null;--> statement-breakpoint
CREATE INDEX "tracks_removed" ON "tracks" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "media_files_unused" ON "media_files" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE VIEW "public"."current_tracks" AS (select "id", "key", "product_id", "position", "name", "translations", "seconds", "is_free", "audio_id", "episode", "removed_at" from "tracks" where "tracks"."removed_at" is null);--> statement-breakpoint
UPDATE "products" SET "trashed_at" = "updated_at" WHERE "withheld" = 'trash';--> statement-breakpoint
-- Whoever writes `withheld`, also a process of an older release: the 30 days begin when the title comes into the trash.
CREATE FUNCTION "note_trashed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.withheld IS DISTINCT FROM 'trash' THEN
    NEW.trashed_at := NULL;
  ELSIF TG_OP = 'INSERT' OR OLD.withheld IS DISTINCT FROM 'trash' THEN
    NEW.trashed_at := NEW.updated_at;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_trashed" BEFORE INSERT OR UPDATE OF "withheld" ON "products" FOR EACH ROW EXECUTE FUNCTION note_trashed();
