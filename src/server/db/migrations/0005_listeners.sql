CREATE TABLE "devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" text NOT NULL,
	"user_id" bigint,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"registration_id" text NOT NULL,
	"token" text NOT NULL,
	"is_indian" boolean,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "devices_once" UNIQUE NULLS NOT DISTINCT("device_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "ebook_people" (
	"ebook_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "ebook_people_ebook_id_person_id_pk" PRIMARY KEY("ebook_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "ebooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ebooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"translations" jsonb NOT NULL,
	"written" text NOT NULL,
	"file_id" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ebooks_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "notification_reads" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"read_to" bigint NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text,
	"kind" text NOT NULL,
	"translations" jsonb NOT NULL,
	"user_id" bigint,
	"product_id" bigint,
	"track_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_key_unique" UNIQUE("key"),
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('promotional_notification','product_publish','episode_launch')),
	CONSTRAINT "notifications_track" CHECK ("notifications"."track_id" is null or "notifications"."product_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "openings" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"target_id" bigint NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "openings_day_kind_target_id_pk" PRIMARY KEY("day","kind","target_id"),
	CONSTRAINT "openings_kind" CHECK ("openings"."kind" in ('product','category'))
);
--> statement-breakpoint
ALTER TABLE "media_files" DROP CONSTRAINT "media_files_kind";--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ebook_people" ADD CONSTRAINT "ebook_people_ebook_id_ebooks_id_fk" FOREIGN KEY ("ebook_id") REFERENCES "public"."ebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ebook_people" ADD CONSTRAINT "ebook_people_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ebooks" ADD CONSTRAINT "ebooks_file_id_media_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."media_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id","seen_at");--> statement-breakpoint
CREATE INDEX "devices_seen" ON "devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_product" ON "notifications" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "notifications_track_id" ON "notifications" USING btree ("track_id");--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_kind" CHECK ("media_files"."kind" in ('audio','picture','ebook'));