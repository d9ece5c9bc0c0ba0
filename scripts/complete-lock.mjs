// Adds packages of other platforms that the used registry does not have to package-lock.json, because `npm ci` refuses a lock
// without them, although it never installs them here; and the digests of those that it has by now. Run after every `npm install`: node scripts/complete-lock.mjs
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const OS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const packages = lock.packages

/** The entry that Node would resolve for `name` from the package at `place`. */
function found(place, name) {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const key = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[key]) return { key, version: packages[key].version }
    if (!at) return undefined
  }
}

function platformOf(name) {
  const parts = name.split(/[-/]/)
  const os = OS.filter((known) => parts.includes(known))
  const cpu = CPU.filter((known) =>
    parts.some(
      (part) =>
        part === known ||
        (known === 'arm' && /^(?:arm|armv\d|eabi|musleabihf|gnueabihf)/.test(part) && !parts.includes('arm64')),
    ),
  )
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }) }
}

/** What the registry knows of a package by now; nothing when it does not have it. Without `libc` npm installs a musl package on glibc. */
function published(name, version) {
  const view = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity', 'libc', '--json'], {
    encoding: 'utf8',
  })
  if (view.status !== 0 || !view.stdout.trim()) return {}
  const { 'dist.integrity': integrity, libc } = JSON.parse(view.stdout)
  return { ...(integrity && { integrity }), ...(libc && { libc: [libc].flat() }) }
}

let added = 0
for (const [place, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const here = found(place, name)
    if (!/^\d/.test(version) || here?.version === version) continue
    const key = here ? `${place}/node_modules/${name}` : `node_modules/${name}`
    const platform = platformOf(name)
    if (!platform.os && !platform.cpu) continue
    packages[key] = { version, optional: true, ...(entry.dev && { dev: true }), ...platform }
    added += 1
  }
}
const nameOf = (key) => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)
let proved = 0
for (const [key, entry] of Object.entries(packages)) {
  if (key === '' || entry.integrity || entry.link) continue
  Object.assign(entry, published(nameOf(key), entry.version))
  if (entry.integrity) proved += 1
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added, ${proved} digests of others found`)
