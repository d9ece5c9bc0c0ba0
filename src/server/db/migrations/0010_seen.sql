ALTER TABLE "users" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "warned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree ("seen_at");