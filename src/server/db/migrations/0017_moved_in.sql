ALTER TABLE "products" ADD COLUMN "spoken_tag" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "withheld" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "feed" jsonb;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "episode" jsonb;