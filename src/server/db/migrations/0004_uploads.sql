CREATE TABLE "auditions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auditions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text NOT NULL,
	"email" text NOT NULL,
	"city" text NOT NULL,
	"country" text NOT NULL,
	"birth_date" date,
	"project_name" text NOT NULL,
	"has_recording_setup" boolean NOT NULL,
	"is_professional" boolean NOT NULL,
	"gender" smallint,
	"file" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"seconds" double precision,
	"is_kept" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auditions_kind" CHECK ("auditions"."kind" in ('mp3','ogg','mp4','wma','ac3')),
	CONSTRAINT "auditions_gender" CHECK ("auditions"."gender" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "recording_parts" (
	"recording_id" uuid NOT NULL,
	"offset" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "recording_parts_recording_id_offset_pk" PRIMARY KEY("recording_id","offset")
);
--> statement-breakpoint
CREATE TABLE "recordings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"digest" char(64) NOT NULL,
	"size" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recordings_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "recordings_received" CHECK ("recordings"."received" between 0 and "recordings"."size")
);
--> statement-breakpoint
CREATE TABLE "media_leftovers" (
	"path" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auditions" ADD CONSTRAINT "auditions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_parts" ADD CONSTRAINT "recording_parts_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auditions_created" ON "auditions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "auditions_user" ON "auditions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recordings_expires" ON "recordings" USING btree ("expires_at");