#!/bin/sh
# Saves database and media into a folder while the shop runs: backup.sh FOLDER. Needs DATABASE_URL and DATA_DIR; with S3 the bucket has versions of its own, which end after 30 days (README.md, Backup and restore).
set -eu
folder=$1
mkdir -p "$folder/media"
here=$(cd "$(dirname "$0")" && pwd)
settings=$("$here/../../node_modules/.bin/node" "$here/database.ts")
eval "$settings"
unset settings

day=$(date -u +%Y-%m-%dT%H%M%SZ)

# What a run that was killed left behind would fill the disk.
find "$folder" -maxdepth 1 -name '*.dump.part' -mmin +1200 -delete
trap 'rm -f "$folder/$day.dump.part"' EXIT

# The database first: every object that it names was written before its row.
pg_dump --format=custom --file="$folder/$day.dump.part"
pg_restore --list "$folder/$day.dump.part" >/dev/null
mv "$folder/$day.dump.part" "$folder/$day.dump"

# Objects never change: only new ones are copied. What the shop erased since the last backup is set apart with the day, for the dumps that name it.
if [ -z "${S3_ENDPOINT:-}" ]; then
  apart=$(cd "$folder" && pwd)/erased
  mkdir -p "$apart"
  # 24: a file went away while it was copied. The shop erases at any time.
  rsync -a --delete --backup --backup-dir="$apart/$day" "$DATA_DIR/media/" "$folder/media/" || [ $? = 24 ]
  find "$apart" -mindepth 1 -maxdepth 1 -type d -mtime +30 -exec rm -r {} +
fi

find "$folder" -maxdepth 1 -name '*.dump' -mtime +30 -delete
# The API raises the alarm "backup" when this gets old: so it does on machines where the backup never starts.
psql --no-psqlrc --quiet --command="insert into shop_state (key, value, updated_at) values ('backup', '{}', now()) on conflict (key) do update set updated_at = excluded.updated_at"
echo "$folder/$day.dump"
