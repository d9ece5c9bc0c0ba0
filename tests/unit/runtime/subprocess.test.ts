import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { runInSubprocess } from '../../../src/server/runtime/subprocess.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-aside-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
function moduleOf(name: string, work: string): URL {
  const file = join(base, `${name}.mjs`)
  writeFileSync(file, `${work}\n`)
  return pathToFileURL(file)
}
const BYTES = Buffer.alloc(8_000_000, 7)

describe('[AD-3] work in a subprocess', () => {
  it('returns the result of the subprocess', async () => {
    const work = `let bytes = 0\nfor await (const part of process.stdin) bytes += part.length\nconsole.log(JSON.stringify([process.argv[2], bytes]))`
    expect(await runInSubprocess(moduleOf('counts', work), ['a name'], BYTES, 50_000)).toEqual(['a name', 8_000_000])
  })

  it('is stopped after its time limit without blocking the server', async () => {
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 10)
    await expect(runInSubprocess(moduleOf('forever', 'for (;;) ;'), [], BYTES, 1_500)).rejects.toThrow(
      'forever.mjs ended with SIGKILL',
    )
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(5)
  })

  it('returns undefined without a result', async () => {
    expect(await runInSubprocess(moduleOf('silent', ''), [], BYTES, 50_000)).toBeUndefined()
  })

  it.each([
    ['throws', 'throw new Error("broken")'],
    ['eats memory', 'const all = []\nfor (;;) all.push({ all: [all.length] })'],
  ])('returns undefined when it %s', async (name, work) => {
    await expect(runInSubprocess(moduleOf(name.replace(' ', '-'), work), [], BYTES, 50_000)).rejects.toThrow(
      'ended with',
    )
  })
})
