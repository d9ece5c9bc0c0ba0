CREATE TABLE "royalty_rate_changes" (
	"person_id" bigint NOT NULL,
	"from_day" date NOT NULL,
	"sale_rate" integer NOT NULL,
	"thousand_minutes" integer NOT NULL,
	CONSTRAINT "royalty_rate_changes_person_id_from_day_pk" PRIMARY KEY("person_id","from_day"),
	CONSTRAINT "royalty_rate_changes_limits" CHECK ("royalty_rate_changes"."sale_rate" between 0 and 10000 and "royalty_rate_changes"."thousand_minutes" between 0 and 100000000)
);
--> statement-breakpoint
ALTER TABLE "royalty_rate_changes" ADD CONSTRAINT "royalty_rate_changes_person_id_royalty_rates_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."royalty_rates"("person_id") ON DELETE cascade ON UPDATE no action;