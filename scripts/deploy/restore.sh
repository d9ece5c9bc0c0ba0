#!/bin/sh
# Brings a backup into an empty database and an empty data folder: restore.sh FILE.dump MEDIA_FOLDER. Needs DATABASE_URL and DATA_DIR.
set -eu
dump=$1
media=$2
here=$(cd "$(dirname "$0")" && pwd)
settings=$("$here/../../node_modules/.bin/node" "$here/database.ts")
eval "$settings"
unset settings

# Before anything is restored: a database that is half restored would have to be made anew.
if [ -z "${S3_ENDPOINT:-}" ] && ! [ -d "$media" ]; then
  echo "there is no folder $media: nothing was restored" >&2
  exit 1
fi
pg_restore --list "$dump" > /dev/null

tables=$(psql --no-psqlrc --tuples-only --no-align --command="select count(*) from information_schema.tables where table_schema = 'public'")
if [ "$tables" != 0 ]; then
  echo "the database is not empty ($tables tables): nothing was restored" >&2
  exit 1
fi
pg_restore --no-owner --exit-on-error --single-transaction --dbname="$PGDATABASE" "$dump"

# What was sent and debited since the backup is not in it: nothing of it goes out again by itself (scripts/deploy/README.md, Backup and restore).
psql --no-psqlrc --quiet --single-transaction --set=ON_ERROR_STOP=1 <<'SQL'
insert into shop_state (key, value, updated_at) values ('paused', '{}', now()), ('mailsHeld', '{}', now()), ('maintenance', '{"message": "restored from a backup"}', now())
on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at;
update jobs set failed_at = now() where failed_at is null;
do $$ begin if to_regclass('pgboss.job') is not null then with waiting as (delete from pgboss.job where name in ('mail', 'sms') and state < 'completed' returning *) insert into pgboss.job (name, data, priority, source_name, source_id, source_root_id, source_created_on, source_retry_count, keep_until) select 'undelivered', data, priority, name, id, coalesce(source_root_id, id), created_on, retry_count, now() + interval '31 days' from waiting; end if; end $$;
SQL

PGOPTIONS='-c client_min_messages=error' psql --no-psqlrc --quiet --command='analyze'
mkdir -p "$DATA_DIR"
if [ -z "${S3_ENDPOINT:-}" ]; then
  rsync -a "$media/" "$DATA_DIR/media/"
  # The dump names what was erased after it. What was erased before stays erased.
  for apart in "$(dirname "$media")"/erased/*/; do
    if [ -d "$apart" ] && ! [ "$(basename "$apart")" \< "$(basename "$dump" .dump)" ]; then rsync -a "$apart" "$DATA_DIR/media/"; fi
  done
fi
echo "restored $dump: payments, due gifts and weekly mails wait and the shop is closed for work until you open them (scripts/deploy/README.md, Backup and restore)"
