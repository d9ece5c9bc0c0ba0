import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeFile } from '../../../scripts/publish/build/place-file.ts'
import { compress, compressNow } from '../../../scripts/publish/host/compress.ts'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'shop-place-'))
  for (const name of ['old', 'new']) mkdirSync(join(base, name))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const folder = (name: string) => join(base, name)
const inodes = (name: string) => ['', '.br', '.gz'].map((end) => statSync(join(folder(name), `sitemap.xml${end}`)).ino)
const MAP = '<url>a title</url>'.repeat(100)

describe('a file that most publications have in common', () => {
  it('[SP-2] is linked with its precompressed files when it is the same', async () => {
    await placeFile(folder('old'), undefined, 'sitemap.xml', MAP)
    await placeFile(folder('new'), folder('old'), 'sitemap.xml', MAP)
    expect(inodes('new')).toEqual(inodes('old'))
  })

  it('[SP-2] is written and compressed when it differs, and the older publication keeps its own', async () => {
    await placeFile(folder('old'), undefined, 'sitemap.xml', MAP)
    const changed = MAP.replace('a title', 'another')
    await placeFile(folder('new'), folder('old'), 'sitemap.xml', changed)
    const read = (name: string, end = '') => readFileSync(join(folder(name), `sitemap.xml${end}`))
    expect([
      read('new').toString(),
      brotliDecompressSync(read('new', '.br')).toString(),
      gunzipSync(read('new', '.gz')).toString(),
    ]).toEqual([changed, changed, changed])
    expect(read('old').toString()).toBe(MAP)
  })

  it('[SP-2] that is too small to be compressed is linked alone', async () => {
    await placeFile(folder('old'), undefined, 'robots.txt', 'User-agent: *\n')
    await placeFile(folder('new'), folder('old'), 'robots.txt', 'User-agent: *\n')
    expect(readFileSync(join(folder('new'), 'robots.txt'), 'utf8')).toBe('User-agent: *\n')
    expect(existsSync(join(folder('new'), 'robots.txt.gz'))).toBe(false)
  })
})

describe('precompressed files', () => {
  it.each([700, 57_000, 300_000])('[SP-2] of %i bytes are the same at once and in other threads', async (bytes) => {
    const content = Buffer.from(
      Array.from({ length: bytes / 20 }, (_, at) => `line ${at * 7919} of it\n`)
        .join('')
        .slice(0, bytes),
    )
    const [one, other] = [join(folder('old'), 'page.html'), join(folder('new'), 'page.html')]
    expect(compressNow(one, content)).toBe(await compress(other, content))
    for (const end of ['.br', '.gz']) expect(readFileSync(one + end).equals(readFileSync(other + end))).toBe(true)
    expect([
      brotliDecompressSync(readFileSync(`${one}.br`)).equals(content),
      gunzipSync(readFileSync(`${one}.gz`)).equals(content),
    ]).toEqual([true, true])
  })
})
