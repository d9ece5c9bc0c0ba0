CREATE TABLE "line_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "line_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"attempt_id" bigint NOT NULL,
	"key" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "line_refunds_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "line_refunds_key_unique" UNIQUE("key"),
	CONSTRAINT "line_refunds_number_unique" UNIQUE("number"),
	CONSTRAINT "line_refunds_state" CHECK ("line_refunds"."state" in ('queued','done')),
	CONSTRAINT "line_refunds_amount" CHECK ("line_refunds"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "library_entries" ADD COLUMN "given_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "payer_country" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "network_country" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "line_refund_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "last_subscription_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network_country" text;--> statement-breakpoint
ALTER TABLE "line_refunds" ADD CONSTRAINT "line_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_refunds" ADD CONSTRAINT "line_refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_refunds_attempt" ON "line_refunds" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "line_refunds_due" ON "line_refunds" USING btree ("due_at") WHERE state = 'queued';--> statement-breakpoint
UPDATE "library_entries" e SET "given_at" = a.done_at FROM "operator_actions" a JOIN "products" p ON p.key = a.details ->> 'title'
WHERE a.action = 'give' AND a.target = 'user ' || e.user_id AND e.product_id = p.id;--> statement-breakpoint
UPDATE "payment_attempts" a SET "checks" = 0, "check_at" = now() + random() * interval '1 day' FROM "orders" o
WHERE o.id = a.order_id AND a.state = 'paid' AND a.gateway <> 'free' AND o.paid_at > now() - interval '180 days';