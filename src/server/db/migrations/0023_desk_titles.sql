CREATE TABLE "desk_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint NOT NULL,
	"area" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "desk_upload_parts" (
	"upload_id" uuid NOT NULL,
	"offset" bigint NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "desk_upload_parts_upload_id_offset_pk" PRIMARY KEY("upload_id","offset")
);
--> statement-breakpoint
CREATE TABLE "desk_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" bigint NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"result" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_uploads_received" CHECK ("desk_uploads"."received" between 0 and "desk_uploads"."size")
);
--> statement-breakpoint
ALTER TABLE "desk_changes" ADD CONSTRAINT "desk_changes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_upload_parts" ADD CONSTRAINT "desk_upload_parts_upload_id_desk_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."desk_uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_uploads" ADD CONSTRAINT "desk_uploads_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_changes_area" ON "desk_changes" USING btree ("area","changed_at");--> statement-breakpoint
CREATE INDEX "desk_changes_target" ON "desk_changes" USING btree ("area","target");--> statement-breakpoint
CREATE UNIQUE INDEX "desk_uploads_file" ON "desk_uploads" USING btree ("staff_id","fingerprint","size");--> statement-breakpoint
CREATE INDEX "desk_uploads_expires" ON "desk_uploads" USING btree ("expires_at");