CREATE TABLE "gift_voices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint,
	"gifter_id" bigint,
	"owner" text GENERATED ALWAYS AS (coalesce('u' || user_id::text, 'g' || gifter_id::text)) STORED,
	"file" text NOT NULL,
	"bytes" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_voices_file_unique" UNIQUE("file")
);
--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "deliver_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "send_by" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "occasion" text DEFAULT 'thought' NOT NULL;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "voice_id" uuid;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "spoken" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "code_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gift_voices" ADD CONSTRAINT "gift_voices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_voices" ADD CONSTRAINT "gift_voices_gifter_id_gifters_id_fk" FOREIGN KEY ("gifter_id") REFERENCES "public"."gifters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_voices_user" ON "gift_voices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "gift_voices_giver" ON "gift_voices" USING btree ("gifter_id");--> statement-breakpoint
CREATE INDEX "gift_voices_created" ON "gift_voices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "gifts_voice" ON "gifts" USING btree ("voice_id");--> statement-breakpoint
CREATE INDEX "gifts_unsent" ON "gifts" USING btree ("order_id") WHERE sent_at is null;--> statement-breakpoint
-- A release before knew a sent gift by its code.
UPDATE "gifts" g SET "sent_at" = coalesce((SELECT max(m."queued_at") FROM "order_mails" m WHERE m."order_id" = g."order_id" AND m."name" = 'gift'), o."paid_at", g."redeemed_at")
  FROM "orders" o WHERE o."id" = g."order_id" AND g."code_mark" IS NOT NULL;
