CREATE SEQUENCE "public"."variant_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "categories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"translations" jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"icon" text,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_key_unique" UNIQUE("key"),
	CONSTRAINT "categories_kind" CHECK ("categories"."kind" in ('genre','kids','languagelab'))
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"translations" jsonb NOT NULL,
	"photo_id" bigint,
	"popular" integer,
	"search_keys" text[] DEFAULT '{}' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "placements" (
	"shelf" text NOT NULL,
	"product_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "placements_shelf_product_id_pk" PRIMARY KEY("shelf","product_id"),
	CONSTRAINT "placements_shelf" CHECK ("placements"."shelf" in ('trending','editors_pick','popular','featured','evergreen'))
);
--> statement-breakpoint
CREATE TABLE "plan_audio_types" (
	"plan_id" bigint NOT NULL,
	"audio_type" text NOT NULL,
	CONSTRAINT "plan_audio_types_plan_id_audio_type_pk" PRIMARY KEY("plan_id","audio_type"),
	CONSTRAINT "plan_audio_types_type" CHECK (audio_type in ('audiobook','original','podcast','kids','languagelab'))
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"duration_days" integer NOT NULL,
	"can_purchase" boolean NOT NULL,
	"translations" jsonb NOT NULL,
	"price_inr" integer DEFAULT 0 NOT NULL,
	"price_usd" integer DEFAULT 0 NOT NULL,
	"discounted_inr" integer DEFAULT 0 NOT NULL,
	"per_day_price" double precision DEFAULT 0 NOT NULL,
	"variant" bigint DEFAULT nextval('variant_ids') NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_key_unique" UNIQUE("key"),
	CONSTRAINT "plans_variant_unique" UNIQUE("variant"),
	CONSTRAINT "plans_amounts" CHECK ("plans"."duration_days" > 0 and "plans"."price_inr" >= 0 and "plans"."price_usd" >= 0 and "plans"."discounted_inr" >= 0)
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"product_id" bigint NOT NULL,
	"category_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_categories_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "product_people" (
	"product_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"role" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_people_product_id_role_person_id_pk" PRIMARY KEY("product_id","role","person_id"),
	CONSTRAINT "product_people_role" CHECK ("product_people"."role" in ('author','director','artist'))
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"audio_type" text NOT NULL,
	"spoken" text NOT NULL,
	"translations" jsonb NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"subscription_only" boolean DEFAULT false NOT NULL,
	"purchase_only" boolean DEFAULT false NOT NULL,
	"recurring" boolean DEFAULT false NOT NULL,
	"family" boolean DEFAULT false NOT NULL,
	"price_inr" integer DEFAULT 0 NOT NULL,
	"price_usd" integer DEFAULT 0 NOT NULL,
	"published" date NOT NULL,
	"variant" bigint DEFAULT nextval('variant_ids') NOT NULL,
	"cover_id" bigint,
	"institute" text,
	"track_count" integer DEFAULT 0 NOT NULL,
	"total_seconds" double precision DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'published' NOT NULL,
	"title_keys" text[] DEFAULT '{}' NOT NULL,
	"search_keys" text[] DEFAULT '{}' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"related" bigint[] DEFAULT '{}' NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_key_unique" UNIQUE("key"),
	CONSTRAINT "products_variant_unique" UNIQUE("variant"),
	CONSTRAINT "products_audio_type" CHECK (audio_type in ('audiobook','original','podcast','kids','languagelab')),
	CONSTRAINT "products_spoken" CHECK ("products"."spoken" in ('en','mr')),
	CONSTRAINT "products_status" CHECK ("products"."status" in ('published','unpublished')),
	CONSTRAINT "products_prices" CHECK ("products"."price_inr" >= 0 and "products"."price_usd" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text,
	"product_id" bigint NOT NULL,
	"user_id" bigint,
	"name" text NOT NULL,
	"score" smallint NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_key_unique" UNIQUE("key"),
	CONSTRAINT "reviews_once" UNIQUE("user_id","product_id"),
	CONSTRAINT "reviews_score" CHECK ("reviews"."score" between 1 and 5),
	CONSTRAINT "reviews_status" CHECK ("reviews"."status" in ('waiting','approved','rejected'))
);
--> statement-breakpoint
CREATE TABLE "samples" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "samples_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"map_url" text NOT NULL,
	"audio_id" bigint NOT NULL,
	"seconds" double precision NOT NULL,
	"waveform" smallint[] NOT NULL,
	CONSTRAINT "samples_map_url_unique" UNIQUE("map_url"),
	CONSTRAINT "samples_place" UNIQUE("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "tracks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tracks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"product_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"translations" jsonb NOT NULL,
	"seconds" double precision DEFAULT 0 NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"audio_id" bigint,
	CONSTRAINT "tracks_key_unique" UNIQUE("key"),
	CONSTRAINT "tracks_seconds" CHECK ("tracks"."seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "institutes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "institutes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"name" text NOT NULL,
	"logo" text,
	CONSTRAINT "institutes_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"plan_id" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	CONSTRAINT "subscriptions_span" CHECK ("subscriptions"."ends_at" > "subscriptions"."starts_at"),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('active','cancelled'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text,
	"password_hash" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"country" text DEFAULT 'IN' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"gender" smallint,
	"birth_date" date,
	"picture" text,
	"newsletter" boolean DEFAULT false NOT NULL,
	"profile_completed" boolean DEFAULT false NOT NULL,
	"institute_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_country" CHECK ("users"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "users_gender" CHECK ("users"."gender" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"term" text PRIMARY KEY NOT NULL,
	"shorter" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"place" text NOT NULL,
	"translations" jsonb NOT NULL,
	"picture_id" bigint,
	"href" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "banners_key_unique" UNIQUE("key"),
	CONSTRAINT "banners_place" CHECK ("banners"."place" in ('home','family','kids_top','kids_middle'))
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"percent" integer NOT NULL,
	"uses_left" integer,
	"expires" timestamp with time zone,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_code_unique" UNIQUE("code"),
	CONSTRAINT "coupons_percent" CHECK ("coupons"."percent" between 1 and 100),
	CONSTRAINT "coupons_uses" CHECK ("coupons"."uses_left" is null or "coupons"."uses_left" >= 0)
);
--> statement-breakpoint
CREATE TABLE "faq_queries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "faq_queries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"topic_id" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"que" jsonb NOT NULL,
	"ans" jsonb NOT NULL,
	CONSTRAINT "faq_queries_place" UNIQUE("topic_id","position")
);
--> statement-breakpoint
CREATE TABLE "faq_topics" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "faq_topics_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"title" jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faq_topics_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "menu_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"translations" jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "menu_items_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"translations" jsonb NOT NULL,
	"created" date NOT NULL,
	"picture_id" bigint,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_key_unique" UNIQUE("key"),
	CONSTRAINT "news_kind" CHECK ("news"."kind" in ('media','accolades'))
);
--> statement-breakpoint
CREATE TABLE "site_texts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "site_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"translations" jsonb NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_texts_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "testimonials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"translations" jsonb NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "testimonials_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "catalog_version" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"instance" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "catalog_version_one" CHECK ("catalog_version"."one")
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"path" text NOT NULL,
	"bytes" bigint NOT NULL,
	"seconds" double precision,
	"waveform" smallint[],
	"widths" integer[],
	CONSTRAINT "media_files_path" UNIQUE("path"),
	CONSTRAINT "media_files_kind" CHECK ("media_files"."kind" in ('audio','picture'))
);
--> statement-breakpoint
CREATE TABLE "shop_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_photo_id_media_files_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_audio_types" ADD CONSTRAINT "plan_audio_types_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_people" ADD CONSTRAINT "product_people_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_people" ADD CONSTRAINT "product_people_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_cover_id_media_files_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "samples" ADD CONSTRAINT "samples_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "samples" ADD CONSTRAINT "samples_audio_id_media_files_id_fk" FOREIGN KEY ("audio_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracks" ADD CONSTRAINT "tracks_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracks" ADD CONSTRAINT "tracks_audio_id_media_files_id_fk" FOREIGN KEY ("audio_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_institute_id_institutes_id_fk" FOREIGN KEY ("institute_id") REFERENCES "public"."institutes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_picture_id_media_files_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq_queries" ADD CONSTRAINT "faq_queries_topic_id_faq_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."faq_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_picture_id_media_files_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_popular" ON "people" USING btree ("popular") WHERE popular is not null;--> statement-breakpoint
CREATE INDEX "people_search" ON "people" USING gin ("search_keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "placements_order" ON "placements" USING btree ("shelf","position");--> statement-breakpoint
CREATE INDEX "product_categories_category" ON "product_categories" USING btree ("category_id","product_id");--> statement-breakpoint
CREATE INDEX "product_people_person" ON "product_people" USING btree ("person_id","role");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("audio_type","published" desc,"id" desc) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search_keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "reviews_product" ON "reviews" USING btree ("product_id") WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "tracks_product" ON "tracks" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "search_terms_prefix" ON "search_terms" USING btree ("term" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_terms_shorter" ON "search_terms" USING gin ("shorter") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "banners_order" ON "banners" USING btree ("place","position");