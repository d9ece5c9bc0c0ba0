CREATE TABLE "publish_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "publish_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"publication" text,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "publish_requests_kind" CHECK ("publish_requests"."kind" in ('publish','rollBack'))
);
--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
CREATE INDEX "publish_requests_waiting" ON "publish_requests" USING btree ("asked_at") WHERE ended_at is null;