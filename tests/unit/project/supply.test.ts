import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { describe, expect, it } from 'vitest'
import { projectFiles, ROOT } from './support/project-files.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const manifest = JSON.parse(read('package.json'))
type Entry = {
  version: string
  dev?: boolean
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
}
const entries = Object.entries<Entry>(JSON.parse(read('package-lock.json')).packages).filter(([path]) => path !== '')

describe('dependencies', () => {
  it('[OP-3] have exact versions, and come from the registry only', () => {
    // `npm:name@version`: a second version of a package under a name of its own.
    const required = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies }).map(
      ([name, version]) => [name, version.replace(/^npm:[\w@/-]+@/, '')] as const,
    )
    expect(required.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
    const locked = new Map(entries)
    expect(required.filter(([name, version]) => locked.get(`node_modules/${name}`)?.version !== version)).toEqual([])
    expect(entries.filter(([, { link, resolved = '' }]) => link || /^(?:git|file|http:)/.test(resolved))).toEqual([])
  })

  it('[OP-3] are verified by a strong digest wherever tests run', () => {
    // Those of other machines are written by complete-lock.mjs, which does not see them.
    const unproved = entries.filter(
      ([path, entry]) => !entry.integrity?.startsWith('sha512-') && existsSync(join(ROOT, path)),
    )
    expect(unproved.map(([path]) => path)).toEqual([])
    expect(entries.length).toBeGreaterThan(500)
  })

  it('[OP-3] run install scripts only where allowed', () => {
    const allowed = new Set(Object.keys(manifest.allowScripts))
    const isHere = ({ os = [process.platform], cpu = [process.arch] }: Entry) =>
      os.includes(process.platform) && cpu.includes(process.arch)
    const running = entries
      .filter(([, entry]) => entry.hasInstallScript && isHere(entry))
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    expect([...new Set(running)].filter((name) => !allowed.has(name))).toEqual([])
    expect(running.length).toBeGreaterThan(0)
  })
})

type Vulnerable = { package: string; range: string; advisory: string }
const { vulnerable, accepted }: { vulnerable: Vulnerable[]; accepted: { path: string; version: string }[] } =
  JSON.parse(read('tests/unit/project/vulnerable-versions.json'))
const numbersOf = (version: string) => version.split('-', 1)[0]?.split('.').map(Number) ?? []

/** Negative, 0 or positive, as for sorting. A prerelease counts as its release. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  return [0, 1, 2].map((at) => (a[at] ?? 0) - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** `range` is `<1.2.3` or `>=1.0.0 <1.2.3`. */
const isIn = (range: string, version: string) =>
  range
    .split(' ')
    .every((part) =>
      part.startsWith('>=')
        ? compareVersions(version, part.slice(2)) >= 0
        : compareVersions(version, part.slice(1)) < 0,
    )

describe('known vulnerable versions', () => {
  const found = entries.flatMap(([path, { version, dev }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    const advisories = vulnerable.filter((one) => one.package === name && isIn(one.range, version))
    return dev ? [] : advisories.map(({ advisory }) => ({ path, version, advisory }))
  })
  const isAccepted = (one: { path: string; version: string }) =>
    accepted.some(({ path, version }) => path === one.path && version === one.version)

  it('[OP-3] are not in production, except with a written reason', () => {
    expect(found.filter((one) => !isAccepted(one))).toEqual([])
  })

  it('[OP-3] are accepted only while they are installed', () => {
    const isFound = (one: { path: string; version: string }) =>
      found.some(({ path, version }) => path === one.path && version === one.version)
    expect(accepted.filter((one) => !isFound(one))).toEqual([])
  })

  it.each([
    ['<1.2.3', '1.2.2', true],
    ['<1.2.3', '1.2.3', false],
    ['<1.10.0', '1.9.9', true],
    ['>=4.0.0 <4.4.1', '3.9.0', false],
    ['>=4.0.0 <4.4.1', '4.4.0', true],
  ])('[OP-3] of the range %s: %s is %s', (range, version, expected) => expect(isIn(range, version)).toBe(expected))
})

const TEXT = new Set([
  '.ts',
  '.tsx',
  '.astro',
  '.js',
  '.mjs',
  '.cjs',
  '.json',
  '.md',
  '.css',
  '.sql',
  '.conf',
  '.service',
  '.timer',
  '.yml',
  '.yaml',
  '.sh',
  '.txt',
  '',
])
const files = projectFiles().filter((file) => TEXT.has(extname(file)) && file !== 'package-lock.json')

describe('the repository', () => {
  const rules = [{ id: 'recommended', rule: creator }]
  /** Addresses that show where a password would stand. */
  const shown =
    /https:\/\/someone:word@|postgres:\/\/(?:user:password@host|\w+:\w+@(?:127\.0\.0\.1|localhost|\[::1\]|\w+\.test)\b)/

  async function secretsIn(filePath: string, content: string): Promise<string[]> {
    const { messages } = await lintSource({
      source: { content, filePath, ext: extname(filePath), contentType: 'text' },
      options: { config: { rules } },
    })
    return messages.filter(({ message }) => !shown.test(message)).map(({ message }) => `${filePath}: ${message}`)
  }

  it('[OP-3] contains no key and no password', async () => {
    expect(files.length).toBeGreaterThan(500)
    const found = await Promise.all(files.map((file) => secretsIn(file, read(file))))
    expect(found.flat()).toEqual([])
    const password = ['postgres://shop:', 'x7Gq2', '@db.example.com/shop'].join('')
    expect(await secretsIn('a.ts', password)).toHaveLength(1)
  })

  it('[OP-3] contains no path of a developer’s machine', () => {
    const ours = /(?<![\w.])\/(?:home|Users|root|work)\/[a-z]/
    expect(files.filter((file) => file !== 'tests/unit/project/supply.test.ts' && ours.test(read(file)))).toEqual([])
  })
})
