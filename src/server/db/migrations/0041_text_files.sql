ALTER TABLE "transcripts" ADD COLUMN "file_digest" text;
