ALTER TABLE "payment_attempts" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_held_for" CHECK ("payment_attempts"."held_for" in ('amount','currency','otherOrder','usedElsewhere','country'));--> statement-breakpoint
UPDATE "payment_attempts" SET "check_at" = now() WHERE "state" = 'pending' AND "check_at" IS NULL;
