CREATE TABLE "certificates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"user_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"title" jsonb NOT NULL,
	"institute" text,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificates_code_unique" UNIQUE("code"),
	CONSTRAINT "certificates_once" UNIQUE("user_id","subject")
);
--> statement-breakpoint
CREATE TABLE "library_entries" (
	"user_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"how" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "library_entries_user_id_product_id_pk" PRIMARY KEY("user_id","product_id"),
	CONSTRAINT "library_entries_how" CHECK ("library_entries"."how" in ('purchase','subscription','free','gift'))
);
--> statement-breakpoint
CREATE TABLE "listening_clocks" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"spans" "tstzmultirange" DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listening_places" (
	"user_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"device" "bytea" NOT NULL,
	"track_id" bigint NOT NULL,
	"seconds" double precision NOT NULL,
	"event_at" timestamp with time zone NOT NULL,
	CONSTRAINT "listening_places_user_id_product_id_device_pk" PRIMARY KEY("user_id","product_id","device")
);
--> statement-breakpoint
CREATE TABLE "listening_positions" (
	"user_id" bigint NOT NULL,
	"track_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"seconds" double precision DEFAULT 0 NOT NULL,
	"event_at" timestamp with time zone,
	"played_at" timestamp with time zone,
	"heard" "int4multirange" DEFAULT '{}' NOT NULL,
	CONSTRAINT "listening_positions_user_id_track_id_pk" PRIMARY KEY("user_id","track_id")
);
--> statement-breakpoint
CREATE TABLE "player_days" (
	"day" date PRIMARY KEY NOT NULL,
	"opened" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "player_events" (
	"user_id" bigint NOT NULL,
	"event_id" text NOT NULL,
	"session_id" bigint NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "player_events_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "player_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "player_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"map_key" text NOT NULL,
	"user_id" bigint NOT NULL,
	"track_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"device" "bytea" NOT NULL,
	"seconds" double precision NOT NULL,
	"event_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "also_types" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_clocks" ADD CONSTRAINT "listening_clocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_places" ADD CONSTRAINT "listening_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_places" ADD CONSTRAINT "listening_places_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_places" ADD CONSTRAINT "listening_places_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_positions" ADD CONSTRAINT "listening_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_positions" ADD CONSTRAINT "listening_positions_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_positions" ADD CONSTRAINT "listening_positions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_events" ADD CONSTRAINT "player_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_events" ADD CONSTRAINT "player_events_session_id_player_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."player_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_sessions" ADD CONSTRAINT "player_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_sessions" ADD CONSTRAINT "player_sessions_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_sessions" ADD CONSTRAINT "player_sessions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "library_entries_newest" ON "library_entries" USING btree ("user_id","added_at" desc,"product_id");--> statement-breakpoint
CREATE INDEX "listening_places_track" ON "listening_places" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "listening_positions_last" ON "listening_positions" USING btree ("user_id","product_id","played_at" desc);--> statement-breakpoint
CREATE INDEX "listening_positions_track" ON "listening_positions" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "player_events_old" ON "player_events" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "player_events_session" ON "player_events" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "player_sessions_track" ON "player_sessions" USING btree ("track_id","user_id","device");--> statement-breakpoint
CREATE INDEX "player_sessions_old" ON "player_sessions" USING btree ("event_at");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_also_types" CHECK ("products"."also_types" <@ array['audiobook','original','podcast','kids','languagelab']);