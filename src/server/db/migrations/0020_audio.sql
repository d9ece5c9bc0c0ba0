CREATE TABLE "audio_editions" (
	"media_id" bigint PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"measurement" jsonb,
	"gain" double precision DEFAULT 0 NOT NULL,
	"full_id" bigint,
	"light_id" bigint,
	"fault" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audio_editions_state" CHECK ("audio_editions"."state" in ('waiting','ready','failed'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "as_recorded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "original" text;--> statement-breakpoint
ALTER TABLE "audio_editions" ADD CONSTRAINT "audio_editions_media_id_media_files_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audio_editions" ADD CONSTRAINT "audio_editions_full_id_media_files_id_fk" FOREIGN KEY ("full_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audio_editions" ADD CONSTRAINT "audio_editions_light_id_media_files_id_fk" FOREIGN KEY ("light_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audio_editions_state" ON "audio_editions" USING btree ("state");