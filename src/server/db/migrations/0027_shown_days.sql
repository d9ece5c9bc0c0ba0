ALTER TABLE "banners" ADD COLUMN "shown_from" date;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "shown_until" date;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "is_shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "shown_from" date;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "shown_until" date;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "is_shown" boolean DEFAULT true NOT NULL;