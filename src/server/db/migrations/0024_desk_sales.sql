CREATE TABLE "audition_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audition_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"audition_id" bigint NOT NULL,
	"who" text NOT NULL,
	"body" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listening_days" (
	"day" date NOT NULL,
	"product_id" bigint NOT NULL,
	"access" text NOT NULL,
	"part" smallint NOT NULL,
	"seconds" integer NOT NULL,
	CONSTRAINT "listening_days_day_product_id_access_part_pk" PRIMARY KEY("day","product_id","access","part"),
	CONSTRAINT "listening_days_access" CHECK ("listening_days"."access" in ('owned','plan','free'))
);
--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contact_id" bigint NOT NULL,
	"who" text NOT NULL,
	"body" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "royalty_rates" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"sale_rate" integer NOT NULL,
	"thousand_minutes" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "royalty_rates_limits" CHECK ("royalty_rates"."sale_rate" between 0 and 10000 and "royalty_rates"."thousand_minutes" between 0 and 100000000 and "royalty_rates"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"name" text NOT NULL,
	"queued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "line_refunds" DROP CONSTRAINT "line_refunds_order_id_unique";--> statement-breakpoint
ALTER TABLE "auditions" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "auditions" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "received" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "queued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audition_replies" ADD CONSTRAINT "audition_replies_audition_id_auditions_id_fk" FOREIGN KEY ("audition_id") REFERENCES "public"."auditions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_days" ADD CONSTRAINT "listening_days_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "royalty_rates" ADD CONSTRAINT "royalty_rates_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_mails" ADD CONSTRAINT "order_mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audition_replies_audition" ON "audition_replies" USING btree ("audition_id");--> statement-breakpoint
CREATE INDEX "listening_days_product" ON "listening_days" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "contact_replies_contact" ON "contact_replies" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "order_mails_order" ON "order_mails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "line_refunds_order" ON "line_refunds" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "auditions" ADD CONSTRAINT "auditions_decision" CHECK ("auditions"."decision" in ('accepted','declined'));