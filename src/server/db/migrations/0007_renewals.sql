CREATE TABLE "mandates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mandates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"attempt_id" bigint NOT NULL,
	"plan_id" bigint NOT NULL,
	"gateway" text NOT NULL,
	"locale" text NOT NULL,
	"currency" char(3) NOT NULL,
	"price" integer NOT NULL,
	"amount" integer NOT NULL,
	"ceiling" integer NOT NULL,
	"days" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"gateway_plan" text,
	"gateway_mandate" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"revoke_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mandates_attempt_id_unique" UNIQUE("attempt_id"),
	CONSTRAINT "mandates_gateway" UNIQUE("gateway","gateway_mandate"),
	CONSTRAINT "mandates_gateway_name" CHECK ("mandates"."gateway" in ('payu','paypal')),
	CONSTRAINT "mandates_state" CHECK ("mandates"."state" in ('asked','active','revoking','ended')),
	CONSTRAINT "mandates_amounts" CHECK ("mandates"."price" > 0 and "mandates"."amount" between "mandates"."price" and "mandates"."ceiling" and "mandates"."days" > 0),
	CONSTRAINT "mandates_reason" CHECK (("mandates"."end_reason" is null) = ("mandates"."state" in ('asked','active')) and "mandates"."end_reason" in ('cancelled','failed','changed','expired','replaced','refunded','gateway','account'))
);
--> statement-breakpoint
CREATE TABLE "renewal_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period_id" bigint NOT NULL,
	"price" integer NOT NULL,
	"amount" integer NOT NULL,
	"debit_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "renewal_periods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mandate_id" bigint NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"act_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"order_id" bigint,
	CONSTRAINT "renewal_periods_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "renewal_periods_once" UNIQUE("mandate_id","due_at"),
	CONSTRAINT "renewal_periods_state" CHECK ("renewal_periods"."state" in ('waiting','noticed','debiting','paid','failed','dropped'))
);
--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_notices" ADD CONSTRAINT "renewal_notices_period_id_renewal_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."renewal_periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_periods" ADD CONSTRAINT "renewal_periods_mandate_id_mandates_id_fk" FOREIGN KEY ("mandate_id") REFERENCES "public"."mandates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_periods" ADD CONSTRAINT "renewal_periods_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_active" ON "mandates" USING btree ("user_id") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "mandates_user" ON "mandates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mandates_revoke" ON "mandates" USING btree ("revoke_at") WHERE state = 'revoking';--> statement-breakpoint
CREATE INDEX "renewal_notices_period" ON "renewal_notices" USING btree ("period_id");--> statement-breakpoint
CREATE INDEX "renewal_periods_act" ON "renewal_periods" USING btree ("act_at") WHERE state in ('waiting','noticed','debiting');