import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'

const base = mkdtempSync(join(tmpdir(), 'shop-prepare-'))
const root = join(base, 'shop')
afterAll(() => rmSync(base, { recursive: true, force: true }))

type Packages = Record<string, { version: string; dev?: true; optional?: true }>
const LOCK: Packages = {
  '': { version: '1.0.0' },
  'node_modules/server': { version: '2.0.0' },
  'node_modules/other-platform': { version: '1.0.0', optional: true },
  'node_modules/tester': { version: '3.0.0', dev: true },
}
const FULL: Packages = {
  'node_modules/server': { version: '2.0.0' },
  'node_modules/tester': { version: '3.0.0', dev: true },
}
const WITHOUT_DEV: Packages = { 'node_modules/server': { version: '2.0.0' } }

const write = (file: string, packages: Packages) => writeFileSync(join(root, file), JSON.stringify({ packages }))

function install(packages: Packages): void {
  for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true })
  write('node_modules/.package-lock.json', packages)
}

/** Whether the script called npm, which is a stand-in here. */
function installs(event: string): boolean {
  const marker = join(base, 'called')
  rmSync(marker, { force: true })
  const npm = join(base, 'npm')
  writeFileSync(npm, `#!/bin/sh\necho "$@" > "${marker}"\n`)
  chmodSync(npm, 0o755)
  const env = { ...process.env, PATH: `${base}:${process.env['PATH']}`, npm_lifecycle_event: event }
  expect(spawnSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { env }).status).toBe(0)
  return existsSync(marker)
}

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'scripts'), { recursive: true })
  copyFileSync(new URL('../../../scripts/prepare.mjs', import.meta.url), join(root, 'scripts/prepare.mjs'))
  write('package-lock.json', LOCK)
})

it('[OP-3] installs when there are no packages', () => expect(installs('premanage')).toBe(true))

it('[OP-3] keeps a complete install, also one by another tool', () => {
  install(FULL)
  expect([installs('premanage'), installs('pretest')]).toEqual([false, false])
})

it('[OP-3] keeps an install without development packages, except for tests', () => {
  install(WITHOUT_DEV)
  expect([installs('premanage'), installs('prestart'), installs('pretest')]).toEqual([false, false, true])
})

it('[OP-3] installs after the lock file changed', () => {
  install({ ...FULL, 'node_modules/server': { version: '1.9.0' } })
  expect(installs('premanage')).toBe(true)
})

it('[OP-3] installs when the folder of a package is missing', () => {
  install(FULL)
  rmSync(join(root, 'node_modules/server'), { recursive: true })
  expect(installs('premanage')).toBe(true)
})

it('[OP-3] installs when some development packages are missing', () => {
  write('package-lock.json', { ...LOCK, 'node_modules/checker': { version: '1.0.0', dev: true } })
  install(FULL)
  expect(installs('premanage')).toBe(true)
})

it('[OP-3] installs again after an install that was killed', () => {
  for (const path of Object.keys(FULL)) mkdirSync(join(root, path), { recursive: true })
  expect(installs('premanage')).toBe(true)
})
