import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const manifest = JSON.parse(read('package.json'))
type Entry = {
  version: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
}
const entries = Object.entries<Entry>(JSON.parse(read('package-lock.json')).packages).filter(([place]) => place !== '')

describe('what the shop is made of', () => {
  it('[OP-3] is named in exact versions, and from the registry only', () => {
    const wanted = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
    const locked = new Map(entries)
    expect(wanted.filter(([name, version]) => locked.get(`node_modules/${name}`)?.version !== version)).toEqual([])
    expect(entries.filter(([, { link, resolved = '' }]) => link || /^(?:git|file|http:)/.test(resolved))).toEqual([])
  })

  it('[OP-3] is proved by a strong digest wherever tests run', () => {
    // Those of other machines are written by complete-lock.mjs, which does not see them.
    const unproved = entries.filter(
      ([place, entry]) => !entry.integrity?.startsWith('sha512-') && existsSync(join(ROOT, place)),
    )
    expect(unproved.map(([place]) => place)).toEqual([])
    expect(entries.length).toBeGreaterThan(500)
  })

  it('[OP-3] runs scripts at its installation only where that was allowed', () => {
    const allowed = new Set(Object.keys(manifest.allowScripts))
    const isHere = ({ os = [process.platform], cpu = [process.arch] }: Entry) =>
      os.includes(process.platform) && cpu.includes(process.arch)
    const running = entries
      .filter(([, entry]) => entry.hasInstallScript && isHere(entry))
      .map(([place]) => place.replace(/^.*node_modules\//, ''))
    expect([...new Set(running)].filter((name) => !allowed.has(name))).toEqual([])
    expect(running.length).toBeGreaterThan(0)
  })
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
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && TEXT.has(extname(file)) && file !== 'package-lock.json')

describe('what is committed', () => {
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

  it('[OP-3] holds no key and no password', async () => {
    expect(files.length).toBeGreaterThan(500)
    const found = await Promise.all(files.map((file) => secretsIn(file, read(file))))
    expect(found.flat()).toEqual([])
    const password = ['postgres://shop:', 'x7Gq2', '@db.example.com/shop'].join('')
    expect(await secretsIn('a.ts', password)).toHaveLength(1)
  })

  it('[OP-3] names no folder of the machine that it was written on', () => {
    const ours = /(?<![\w.])\/(?:home|Users|root|work)\/[a-z]/
    expect(files.filter((file) => file !== 'tests/unit/project/supply.test.ts' && ours.test(read(file)))).toEqual([])
  })
})
