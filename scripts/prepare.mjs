// Installs the packages when they are missing or differ from the lock file. Runs before every npm script, on any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** Scripts that need development packages; all others also run on an install with `--omit=dev`. */
const NEEDS_DEV = /^pre(?:test|check|bench)$/

const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {}

/** Whether npm has finished an install of this lock file. npm writes node_modules/.package-lock.json last. */
function isInstalled(needsDev) {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const installed = packagesOf('node_modules/.package-lock.json')
  const hasDev = Object.values(installed).some(({ dev }) => dev)
  return Object.entries(packagesOf('package-lock.json')).every(([place, entry]) => {
    const found = installed[place]
    if (place === '' || entry.link) return true
    // npm leaves out optional packages of other platforms, and development packages with --omit=dev.
    if (!found) return Boolean(entry.optional || ((entry.dev || entry.devOptional) && !needsDev && !hasDev))
    return found.version === entry.version && existsSync(join(root, place))
  })
}

if (!isInstalled(NEEDS_DEV.test(process.env.npm_lifecycle_event ?? ''))) {
  console.log('installing packages (a minute or two, once)')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error(
      'npm ci failed: see the lines above; check the network and the free disk space, then run the command again',
    )
    process.exit(1)
  }
}
