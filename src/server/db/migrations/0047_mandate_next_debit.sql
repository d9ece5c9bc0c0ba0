ALTER TABLE "mandates" ADD COLUMN "next_debit_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "debits_asked_at" timestamp with time zone;