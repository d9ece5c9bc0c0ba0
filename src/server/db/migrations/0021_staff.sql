CREATE TABLE "staff_recovery_codes" (
	"code_mark" "bytea" PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD COLUMN "challenge" text;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "challenge" text;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_staff" ON "staff_recovery_codes" USING btree ("staff_id");