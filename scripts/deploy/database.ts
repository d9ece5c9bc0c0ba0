// Says DATABASE_URL as settings of pg_dump, pg_restore and psql, for a shell to take: what stands in a command line everybody on the machine can read.
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
