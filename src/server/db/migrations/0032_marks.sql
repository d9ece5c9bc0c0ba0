CREATE TABLE "marks" (
	"user_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"product_id" bigint NOT NULL,
	"track_id" bigint NOT NULL,
	"seconds" double precision NOT NULL,
	"until" double precision,
	"note" text NOT NULL,
	"is_deleted" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"versions" uuid[] NOT NULL,
	"state" integer NOT NULL,
	CONSTRAINT "marks_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "marks_note" CHECK (length("marks"."note") <= 1000),
	CONSTRAINT "marks_range" CHECK ("marks"."seconds" >= 0 and ("marks"."until" is null or "marks"."until" > "marks"."seconds"))
);
--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marks_product" ON "marks" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "marks_track" ON "marks" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "marks_deleted" ON "marks" USING btree ("changed_at") WHERE is_deleted;