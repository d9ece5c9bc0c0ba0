CREATE TABLE "search_synonyms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_synonyms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"words" text[] NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_synonyms_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "ages" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "popularity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "author_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "narrator_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "genre_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "products_title_keys" ON "products" USING gin ("title_keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "products_author_keys" ON "products" USING gin ("author_keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "products_narrator_keys" ON "products" USING gin ("narrator_keys") WITH (fastupdate=false);