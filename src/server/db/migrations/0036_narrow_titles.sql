-- A search reads a title for each hit, tens of thousands for two letters at 100,000 titles. With texts and keys beside the row
-- (not in it) the table has a sixth of its pages, and a search two thirds of its time. Titles that are stored already follow when
-- they are written next; writing all of them here would take minutes.
ALTER TABLE "products" SET (toast_tuple_target = 512);--> statement-breakpoint
-- Compared for each hit.
ALTER TABLE "products" ALTER COLUMN "search_text" SET STORAGE MAIN;
