CREATE TABLE "contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"comments" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_type" CHECK ("contacts"."type" in ('customer','director','writer','publisher','artist')),
	CONSTRAINT "contacts_sizes" CHECK (char_length("contacts"."first_name") between 1 and 50 and char_length("contacts"."last_name") between 1 and 50 and char_length("contacts"."email") between 3 and 50 and char_length("contacts"."mobile") between 6 and 10 and char_length("contacts"."comments") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"mark" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "contacts_created" ON "contacts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "used_challenges_expires" ON "used_challenges" USING btree ("expires_at");