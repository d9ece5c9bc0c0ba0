import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takePages } from '../../../scripts/publish/build/previous-build.ts'
import { prepareSpare, retire, takeSpare } from '../../../scripts/publish/build/spare.ts'
import { fileOf } from '../../../scripts/publish/render/stale-pages.ts'

/** Publications of a few pages, by path: the digest of a page is also its text. */
type Pages = Record<string, string>

let site = ''
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'shop-spare-'))
})
afterEach(() => rmSync(site, { recursive: true, force: true }))

const digestsOf = (pages: Pages) =>
  Object.fromEntries(Object.entries(pages).map(([path, digest]) => [path, { digest, queries: [] }]))
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
function publication(name: string, pages: Pages, code = 'code'): string {
  const folder = join(site, name)
  for (const [path, text] of Object.entries(pages))
    for (const end of ['', '.br', '.gz']) write(join(folder, fileOf(path)) + end, text)
  write(join(folder, 'sitemap.xml'), name)
  write(join(folder, '_a/script.js'), name)
  write(join(folder, 'digests.json'), JSON.stringify(digestsOf(pages)))
  write(
    join(folder, 'manifest.json'),
    JSON.stringify({ code, files: ['sitemap.xml', 'digests.json', 'manifest.json'] }),
  )
  return folder
}
function serve(name: string, pages: Pages, code = 'code'): string {
  const folder = publication(`builds/${name}`, pages, code)
  rmSync(join(site, 'current'), { force: true })
  symlinkSync(`builds/${name}`, join(site, 'current'))
  return folder
}
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
const inode = (file: string) => statSync(file).ino
const textOf = (folder: string, path: string) => readFileSync(join(folder, fileOf(path)), 'utf8')
const OLD = { '/': 'home', '/a': 'one', '/b': 'two' }

describe('the spare publication', () => {
  it('[SP-2] is made of links to the served pages, without rules, maps and assets', async () => {
    const served = serve('1', OLD)
    await prepareSpare(site)
    expect(filesOf(join(site, 'spare'))).toEqual(
      [
        ...Object.keys(OLD).flatMap((path) => ['', '.br', '.gz'].map((end) => fileOf(path) + end)),
        'digests.json',
        'manifest.json',
      ].toSorted(),
    )
    for (const file of ['index.html', 'a/index.html.br'])
      expect(inode(join(site, 'spare', file))).toBe(inode(join(served, file)))
  })

  it('[SP-2] of the same code stays, and one of other code is replaced', async () => {
    serve('1', OLD)
    await prepareSpare(site)
    const before = inode(join(site, 'spare'))
    await prepareSpare(site)
    expect(inode(join(site, 'spare'))).toBe(before)
    serve('2', { '/': 'new home' }, 'other code')
    await prepareSpare(site)
    expect(textOf(join(site, 'spare'), '/')).toBe('new home')
    expect(existsSync(join(site, 'spare/a'))).toBe(false)
    expect(readdirSync(site).toSorted()).toEqual(['builds', 'current', 'spare'])
  })

  it('[SP-2] is the publication that expired, when there is none and its code is the same', async () => {
    const expired = publication('builds/1', OLD)
    const home = inode(join(expired, 'index.html'))
    serve('2', OLD)
    await retire(site, expired, 'code')
    await prepareSpare(site)
    expect(inode(join(site, 'spare/index.html'))).toBe(home)
    const [second, foreign] = [publication('builds/0', OLD), publication('builds/00', OLD, 'other code')]
    await retire(site, second, 'code')
    await retire(site, foreign, 'code')
    await prepareSpare(site)
    expect(inode(join(site, 'spare/index.html'))).toBe(home)
    expect(readdirSync(site).toSorted()).toEqual(['builds', 'current', 'spare'])
  })

  it('[SP-2] that was not finished is not taken', async () => {
    serve('1', OLD)
    const stopped = AbortSignal.abort()
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`/p${at}`, 'page']))
    serve('2', many)
    await expect(prepareSpare(site, stopped)).rejects.toThrow(/aborted/)
    expect(await takeSpare(site, 'code', join(site, 'out'))).toEqual({})
    expect(filesOf(join(site, 'out'))).toEqual([])
    expect(readdirSync(site).toSorted()).toEqual(['builds', 'current', 'out'])
  })
})

describe('the pages of the next publication', () => {
  const NOW = { '/': 'home', '/a': 'one again', '/c': 'three' }
  const take = async (code = 'code') => {
    const folder = join(site, 'current')
    const out = join(site, 'out')
    const previous = { folder, code, facts: { strings: [], pages: {} }, digests: digestsOf(NOW) }
    await takePages(site, out, previous, new AbortController().signal)
    return out
  }
  const expectPages = (out: string) =>
    expect(
      Object.keys(NOW).map((path) => [path, textOf(out, path), readFileSync(`${join(out, fileOf(path))}.br`, 'utf8')]),
    ).toEqual(Object.entries(NOW).map(([path, text]) => [path, text, text]))

  it('[SP-2] are those of the spare one, with links only for what differs, and older publications stay as they are', async () => {
    const oldest = serve('1', OLD)
    await prepareSpare(site)
    const served = serve('2', NOW)
    const out = await take()
    expectPages(out)
    expect(inode(join(out, 'index.html'))).toBe(inode(join(oldest, 'index.html')))
    expect(inode(join(out, 'a/index.html'))).toBe(inode(join(served, 'a/index.html')))
    expect(existsSync(join(out, 'b'))).toBe(false)
    expect(filesOf(out).filter((file) => !/index\.html/.test(file))).toEqual([])
    expect(Object.keys(OLD).map((path) => textOf(oldest, path))).toEqual(Object.values(OLD))
  })

  it.each(['no', 'a damaged', 'a foreign'])('[SP-2] are all linked with %s spare one', async (kind) => {
    serve('1', OLD, kind === 'a foreign' ? 'other code' : 'code')
    if (kind !== 'no') await prepareSpare(site)
    if (kind === 'a damaged') writeFileSync(join(site, 'spare/digests.json'), '{"/": {"dig')
    const served = serve('2', NOW)
    const out = await take()
    expectPages(out)
    for (const file of ['index.html', 'a/index.html', 'c/index.html'])
      expect(inode(join(out, file))).toBe(inode(join(served, file)))
    expect(existsSync(join(out, 'b'))).toBe(false)
  })
})
