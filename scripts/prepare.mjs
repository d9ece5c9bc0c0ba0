// Installs the packages when they are missing or older than the lock file. Runs before every npm script, on any Node from 20 on.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.prepared')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

// The stamp is written last, so an install that was killed half-way is done again.
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
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
  writeFileSync(stamp, wanted)
}
