import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runImport } from '../../../scripts/import/run.ts'
import { download } from '../../../src/server/import/media/download.ts'
import { picture } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { base, folderOf } = useSourceFolders()
const files = new Map<string, Uint8Array | string>()
const server = createServer((request, response) => {
  if (request.url === '/slow.jpg') return void response.writeHead(200).write('x')
  const file = files.get(request.url ?? '')
  // No server is believed about its types.
  response.writeHead(file ? 200 : 404, { 'content-type': 'text/html' }).end(file)
})
let home = ''
beforeAll(async () => {
  files.set('/good.jpg', await picture(700))
  files.set('/page.jpg', '<!doctype html><p>Not found')
  files.set('/huge.jpg', new Uint8Array(21 * 2 ** 20))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function run(...args: string[]) {
  const names = ['good.jpg', 'page.jpg', 'huge.jpg', 'lost.jpg']
  const rows = names.map((name) => `${name.slice(0, 4)},${name},${home}/${name}`)
  const folder = folderOf('covers', {
    'titles.csv': `key,name,cover\n${rows.join('\n')}\nfile,File,ftp://x.test/c.jpg\n`,
  })
  const lines: string[] = []
  await runImport(
    [folder, '--no-covers', ...args],
    async () => ({ context: shop().context, close: async () => undefined }),
    {
      line: (text) => lines.push(text),
    },
  )
  const found = lines.flatMap((line) => {
    const [, name = '', what = ''] = /^FAULT .*cover "[^"]*\/([\w.]+)" (.*)$/.exec(line) ?? []
    return name ? [[name, what]] : []
  })
  // Three files are fetched at once: whichever comes first.
  return Object.fromEntries(found)
}
const covered = async () =>
  (
    await shop().db.query<{ key: string; has: boolean }>(
      'select key, cover_id is not null as has from products order by id',
    )
  ).map(({ key, has }) => [key, has])

it('[IM-4] covers that are web addresses are not fetched without --fetch-covers, and the message says so', async () => {
  const advice =
    'is a web address. Add --fetch-covers to download it, or put the file into the folder and write its name.'
  const names = ['good.jpg', 'page.jpg', 'huge.jpg', 'lost.jpg', 'c.jpg']
  expect(await run()).toEqual(Object.fromEntries(names.map((name) => [name, advice])))
  expect(await covered()).toEqual(['good', 'page', 'huge', 'lost', 'file'].map((key) => [key, false]))
})

it('[IM-4] --fetch-covers refuses the own network', async () => {
  const refused = 'is on the own network. Add --allow-private if that is right.'
  expect(await run('--fetch-covers')).toMatchObject({ 'good.jpg': refused, 'lost.jpg': refused })
})

it('[IM-4] --fetch-covers downloads pictures, tells each failure, and loses no title', async () => {
  expect(await run('--fetch-covers', '--allow-private')).toEqual({
    'page.jpg': 'is not a picture.',
    'huge.jpg': 'is too large.',
    'lost.jpg': 'could not be downloaded, or not in time. Run the command again.',
    'c.jpg': 'has no address that can be read over HTTP.',
  })
  const after = [
    ['good', true],
    ['page', false],
    ['huge', false],
    ['lost', false],
    ['file', false],
  ]
  expect(await covered()).toEqual(after)
  // A server that is away takes no cover from the shop.
  files.delete('/good.jpg')
  await run('--fetch-covers', '--allow-private')
  expect(await covered()).toEqual(after)
})

it('[IM-4] a download ends in time, however slowly its server sends', async () => {
  const started = Date.now()
  const options = { allowsPrivate: true, maxBytes: 100, maxMs: 200 }
  expect(await download(`${home}/slow.jpg`, `${base}/slow`, options)).toBe('noAnswer')
  expect(Date.now() - started).toBeLessThan(5_000)
})
