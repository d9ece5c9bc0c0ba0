CREATE TABLE "planned_notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planned_notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"translations" jsonb NOT NULL,
	"product_id" bigint,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_firms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "past_firms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"until" timestamp with time zone NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "audio_types" text[];--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "starts" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "per_buyer" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "applies_to" text[];--> statement-breakpoint
ALTER TABLE "planned_notifications" ADD CONSTRAINT "planned_notifications_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planned_notifications_due" ON "planned_notifications" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "planned_notifications_product" ON "planned_notifications" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "past_firms_until" ON "past_firms" USING btree ("until");--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_per_buyer" CHECK ("coupons"."per_buyer" is null or "coupons"."per_buyer" > 0);--> statement-breakpoint
-- The name, the colours and the firm are on every page: whoever builds pages hears of a change as of any other list.
CREATE TRIGGER "mark_list_insert" AFTER INSERT ON "shop_settings" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_catalog_changes('list', '1', 'true');--> statement-breakpoint
CREATE TRIGGER "mark_list_update" AFTER UPDATE ON "shop_settings" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_catalog_changes('list', '1', 'true');--> statement-breakpoint
CREATE TRIGGER "mark_list_delete" AFTER DELETE ON "shop_settings" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_catalog_changes('list', '1', 'true');
