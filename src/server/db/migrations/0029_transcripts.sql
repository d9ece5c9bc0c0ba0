CREATE TABLE "line_terms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "line_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"term" text NOT NULL,
	"shorter" text[] DEFAULT '{}' NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "line_terms_term_unique" UNIQUE("term")
);
--> statement-breakpoint
CREATE TABLE "transcript_cues" (
	"transcript_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"start_ms" integer,
	"end_ms" integer,
	"text" text NOT NULL,
	"speaker" text,
	"terms" integer[] NOT NULL,
	CONSTRAINT "transcript_cues_transcript_id_position_pk" PRIMARY KEY("transcript_id","position"),
	CONSTRAINT "transcript_cues_times" CHECK (("transcript_cues"."start_ms" is null) = ("transcript_cues"."end_ms" is null))
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transcripts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"track_id" bigint,
	"sample" integer,
	"locale" text NOT NULL,
	"is_timed" boolean NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"audio_id" bigint,
	"open_from" integer,
	"open_to" integer,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transcripts_track" UNIQUE("track_id","locale"),
	CONSTRAINT "transcripts_sample" UNIQUE("product_id","sample","locale"),
	CONSTRAINT "transcripts_of_one" CHECK (("transcripts"."track_id" is null) <> ("transcripts"."sample" is null)),
	CONSTRAINT "transcripts_locale" CHECK ("transcripts"."locale" in ('en','mr')),
	CONSTRAINT "transcripts_open" CHECK ("transcripts"."open_from" >= 0 and "transcripts"."open_to" > "transcripts"."open_from")
);
--> statement-breakpoint
ALTER TABLE "transcript_cues" ADD CONSTRAINT "transcript_cues_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_terms_shorter" ON "line_terms" USING gin ("shorter") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "transcript_cues_terms" ON "transcript_cues" USING gin ("terms") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "transcripts_product" ON "transcripts" USING btree ("product_id");--> statement-breakpoint
-- A text that everybody may read is on the page of its title; every change of its lines raises its revision.
DO $$
DECLARE
  event text;
BEGIN
  FOREACH event IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
    EXECUTE format('create trigger %I after %s on transcripts referencing %s for each statement execute function mark_catalog_changes(''title'', ''r.product_id'', ''r.is_public'')',
      'mark_title_' || lower(event), event,
      CASE event WHEN 'INSERT' THEN 'new table as new_rows' WHEN 'DELETE' THEN 'old table as old_rows' ELSE 'new table as new_rows old table as old_rows' END);
  END LOOP;
END $$;
