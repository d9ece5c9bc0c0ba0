// Adds packages of other platforms that the used registry does not have to package-lock.json, because `npm ci` refuses a lock
// without them, although it never installs them here. Run after every `npm install`: node scripts/complete-lock.mjs
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
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added`)
