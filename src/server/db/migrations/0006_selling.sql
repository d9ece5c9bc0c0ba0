CREATE TABLE "idempotency_keys" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"payload" "bytea" NOT NULL,
	"reply" "bytea",
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"kind" char(1) NOT NULL,
	"year" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_counters_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"kind" char(1) NOT NULL,
	"order_id" bigint NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_once" UNIQUE("order_id","kind"),
	CONSTRAINT "invoices_number" CHECK ("invoices"."number" ~ '^[A-Z0-9/-]{1,16}$'),
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('I','C'))
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"gateway" text NOT NULL,
	"key" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"gateway_order" text,
	"gateway_payment" text,
	"created_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempts_key" UNIQUE("gateway","key"),
	CONSTRAINT "payment_attempts_order" UNIQUE("gateway","gateway_order"),
	CONSTRAINT "payment_attempts_payment" UNIQUE("gateway","gateway_payment"),
	CONSTRAINT "payment_attempts_gateway" CHECK ("payment_attempts"."gateway" in ('payu','ccavenue','paypal','free')),
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('started','pending','paid','failed','cancelled','held','refunded'))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gateway" text NOT NULL,
	"fingerprint" text NOT NULL,
	"attempt_id" bigint,
	"verdict" text NOT NULL,
	"body" "bytea" NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_events_once" UNIQUE("gateway","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempt_id" bigint NOT NULL,
	"key" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refunds_attempt_id_unique" UNIQUE("attempt_id"),
	CONSTRAINT "refunds_key_unique" UNIQUE("key"),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('queued','done'))
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"cart_id" bigint NOT NULL,
	"variant" bigint NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cart_lines_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "cart_lines_cart_id_variant_pk" PRIMARY KEY("cart_id","variant")
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token" text NOT NULL,
	"user_id" bigint,
	"gifter_id" bigint,
	"owner" text GENERATED ALWAYS AS (coalesce('u' || user_id::text, 'g' || gifter_id::text)) STORED,
	"is_gift" boolean NOT NULL,
	"coupon_id" bigint,
	"closed_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carts_token_unique" UNIQUE("token"),
	CONSTRAINT "carts_owner" CHECK (num_nonnulls("carts"."user_id", "carts"."gifter_id") = 1 and ("carts"."is_gift" or "carts"."gifter_id" is null))
);
--> statement-breakpoint
CREATE TABLE "gifters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gifters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" "bytea" NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text NOT NULL,
	"country" text NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gifters_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "gifts" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text NOT NULL,
	"country" text NOT NULL,
	"message" text NOT NULL,
	"code_mark" "bytea",
	"redeemed_by" bigint,
	"redeemed_at" timestamp with time zone,
	CONSTRAINT "gifts_code_mark_unique" UNIQUE("code_mark"),
	CONSTRAINT "gifts_sizes" CHECK (char_length("gifts"."message") <= 500)
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"line_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint,
	"subscription_id" bigint,
	"granted_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"variant" bigint NOT NULL,
	"product_id" bigint,
	"plan_id" bigint,
	"translations" jsonb NOT NULL,
	"days" integer,
	"sac" text NOT NULL,
	"price" integer NOT NULL,
	"discount" integer NOT NULL,
	"cgst" integer NOT NULL,
	"sgst" integer NOT NULL,
	"igst" integer NOT NULL,
	CONSTRAINT "order_lines_place" UNIQUE("order_id","position"),
	CONSTRAINT "order_lines_variant" UNIQUE("order_id","variant"),
	CONSTRAINT "order_lines_amounts" CHECK ("order_lines"."discount" between 0 and "order_lines"."price")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token" text NOT NULL,
	"user_id" bigint,
	"gifter_id" bigint,
	"owner" text GENERATED ALWAYS AS (coalesce('u' || user_id::text, 'g' || gifter_id::text)) STORED,
	"cart_id" bigint,
	"fingerprint" "bytea" NOT NULL,
	"replaces_id" bigint,
	"status" text DEFAULT 'open' NOT NULL,
	"is_gift" boolean NOT NULL,
	"locale" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text NOT NULL,
	"country" text NOT NULL,
	"state" text NOT NULL,
	"seller_state" text NOT NULL,
	"currency" char(3) NOT NULL,
	"subtotal" integer NOT NULL,
	"discount" integer NOT NULL,
	"cgst" integer NOT NULL,
	"sgst" integer NOT NULL,
	"igst" integer NOT NULL,
	"total" integer NOT NULL,
	"coupon_id" bigint,
	"coupon_code" text,
	"holds_coupon" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "orders_token_unique" UNIQUE("token"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('open','paid','cancelled','failed','refunded')),
	CONSTRAINT "orders_locale" CHECK ("orders"."locale" in ('en','mr')),
	CONSTRAINT "orders_currency" CHECK ("orders"."currency" = case when "orders"."country" = 'IN' then 'INR' else 'USD' end),
	CONSTRAINT "orders_state" CHECK ("orders"."country" <> 'IN' or "orders"."state" <> ''),
	CONSTRAINT "orders_sum" CHECK ("orders"."total" = "orders"."subtotal" - "orders"."discount" + "orders"."cgst" + "orders"."sgst" + "orders"."igst" and "orders"."discount" between 0 and "orders"."subtotal"),
	CONSTRAINT "orders_tax" CHECK (least("orders"."cgst", "orders"."sgst", "orders"."igst") >= 0 and ("orders"."country" = 'IN' or "orders"."cgst" + "orders"."sgst" + "orders"."igst" = 0))
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_gifter_id_gifters_id_fk" FOREIGN KEY ("gifter_id") REFERENCES "public"."gifters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_redeemed_by_users_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_gifter_id_gifters_id_fk" FOREIGN KEY ("gifter_id") REFERENCES "public"."gifters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_of" ON "payment_attempts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_check" ON "payment_attempts" USING btree ("check_at") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "payment_events_attempt" ON "payment_events" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE state = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "carts_open" ON "carts" USING btree ("owner","is_gift") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "grants_user" ON "grants" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_open_cart" ON "orders" USING btree ("cart_id") WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_replaces" ON "orders" USING btree ("replaces_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "orders_owner" ON "orders" USING btree ("owner","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("expires_at") WHERE status = 'open';