// Prints DATABASE_URL as environment variables for pg_dump, pg_restore and psql, because every user of the machine can read a command line.
import { Client } from 'pg'

const url = process.env['DATABASE_URL']
if (!url) throw new Error('DATABASE_URL is missing')
const { host, port, user, database, password } = new Client({ connectionString: url })
const tls = Object.fromEntries(
  url
    .matchAll(/[?&](sslmode|sslrootcert|sslcert|sslkey)=([^&]+)/g)
    .map(([, name = '', value = '']) => [`PG${name.toUpperCase()}`, decodeURIComponent(value)]),
)
const settings = {
  PGHOST: host,
  PGPORT: String(port),
  PGUSER: user,
  PGDATABASE: database,
  PGPASSWORD: password,
  ...tls,
}
for (const [name, value] of Object.entries(settings)) {
  if (value) console.log(`export ${name}='${value.replaceAll("'", `'\\''`)}'`)
}
