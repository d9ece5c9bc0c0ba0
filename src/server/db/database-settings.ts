import type { Env } from '../runtime/env.ts'
import { StartupError } from '../runtime/startup-error.ts'

export type DatabaseSettings = {
  /** Absent: the embedded PostgreSQL under `dataDir`. */
  databaseUrl?: string
  /** A replica of it for reads that may lag. */
  databaseReadUrl?: string
}

export function databaseSettings({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }: Env): DatabaseSettings {
  if (readUrl && !url)
    throw new StartupError('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.')
  return {
    ...(url && { databaseUrl: databaseOf('DATABASE_URL', url) }),
    ...(readUrl && { databaseReadUrl: databaseOf('DATABASE_READ_URL', readUrl) }),
  }
}

/** The message does not quote the value, because it holds a password. */
function databaseOf(name: string, url: string): string {
  if (URL.canParse(url) && /^postgres(?:ql)?:/.test(url)) return url
  throw new StartupError(`${name} must be postgres://user:password@host:port/database.`)
}
