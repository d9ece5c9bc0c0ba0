import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runImport } from '../../../scripts/import/run.ts'
import { readConfig } from '../../../src/server/config.ts'
import type { Db } from '../../../src/server/db/connect.ts'
import { startShop, type Shop } from '../../../src/server/main.ts'
import { copyCluster } from '../support/cluster.ts'
import { bareSpeech, tag, textFrame } from '../support/mp3s.ts'
import { useShop } from '../support/shop.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-import-'))
const command = fileURLToPath(new URL('../../../scripts/import.ts', import.meta.url))
const env = { ...process.env, DATA_DIR: join(base, 'data'), PORT: '0', SHOP_MODE: 'demo' }
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A batch of two hundred is stored before the kill; the rest comes after it. */
const TITLES = 220
function write(name: string, rows: string[]): string {
  const file = join(base, name)
  writeFileSync(file, `key,name,author,price,priceUsd\n${rows.join('\n')}\n`)
  return file
}
/** Every title with sound of its own bytes, so that each takes its time; seconds, because the shop makes editions of them meanwhile. */
function library(): string {
  const folder = join(base, 'library')
  mkdirSync(folder, { recursive: true })
  const seconds = bareSpeech().subarray(0, 30_000)
  const numbers = Array.from({ length: TITLES }, (_, index) => index + 1)
  for (const number of numbers)
    writeFileSync(join(folder, `${number}.mp3`), Buffer.concat([tag([textFrame('TIT2', `Part ${number}`)]), seconds]))
  writeFileSync(
    join(folder, 'titles.csv'),
    `key,name,author,price,priceUsd,audio\n${numbers.map((number) => `k${number},Title ${number},Asha,99,2,${number}.mp3`).join('\n')}\n`,
  )
  return folder
}

describe('arguments of the import command', () => {
  const shop = useShop('empty')
  async function run(...args: string[]) {
    const lines: string[] = []
    const code = await runImport(args, async () => ({ context: shop().context, close: async () => undefined }), {
      line: (text) => lines.push(text),
    })
    return { code, lines }
  }
  const good = write('good.csv', ['a,One,,,', 'b,Two,,,'])
  const half = write('half.csv', ['c,Three,,,', 'd,Four,,what,1'])
  const bad = write('bad.csv', ['e,Five,,what,1'])

  it('[OP-1] exit with 0 when everything was imported, 1 when something was skipped, 2 when nothing was imported', async () => {
    expect([(await run(good)).code, (await run(half)).code, (await run(bad)).code]).toEqual([0, 1, 2])
  })

  it('[OP-1] print the result and the next step in the last line', async () => {
    expect((await run(good)).lines).toEqual([
      expect.stringContaining('note  good.csv line 2 (a): audio names no sound'),
      '2 of 2 titles imported, 0 entries new or changed; faults: 0, notes: 1. The shop did not change.',
    ])
    expect((await run(write('new.csv', ['f,Six,,,']))).lines.at(-1)).toMatch(
      /^1 of 1 titles imported, \d+ entries new or changed; .* Next: npm run rebuild\.$/,
    )
    expect((await run('--dry-run', write('newer.csv', ['g,Seven,,,']))).lines.at(-1)).toMatch(
      /Nothing was saved: this was a dry run\.$/,
    )
  })

  it('[OP-1] print JSON lines on request', async () => {
    const { lines } = await run('--json', half)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { kind: 'title', file: 'half.csv', line: 3, field: 'price', reason: 'money', given: 'what' },
      { kind: 'title', file: 'half.csv', line: 2, key: 'c', field: 'audio', reason: 'noTracks', isWarning: true },
      { summary: { rows: 2, titles: 1, changed: 0, faults: 1, warnings: 1, othersKeptBecause: false } },
    ])
  })

  it('[OP-1] print the report on the catalog on request', async () => {
    expect((await run('--report')).lines.join('\n')).toMatch(
      /^4 titles in the shop\.\n(?:.*\n)* +4 {2}without a cover\n +a, b, c, f$/m,
    )
    expect(JSON.parse((await run('--report', '--json')).lines.join(''))).toMatchObject({ titles: 4 })
  })

  it('[OP-1] are explained when they are invalid', async () => {
    await expect(run()).rejects.toThrow('npm run import -- PATH')
    await expect(run('a', 'b')).rejects.toThrow('Give one path')
    await expect(run('--what')).rejects.toThrow('--what')
    await expect(run('--report', good)).rejects.toThrow('takes no path')
    await expect(run(join(base, 'none'))).rejects.toThrow('none does not exist')
    expect((await run('--help')).lines.join()).toContain('--dry-run')
  })
})

describe('the import command', () => {
  let shop: Shop
  const loadDemo = async () => ({ titles: 0, source: { collections: {}, titles: [], folder: '/', replace: false } })
  beforeAll(async () => {
    await copyCluster(env.DATA_DIR)
    shop = await startShop(readConfig(env), undefined, { loadDemo })
  })
  afterAll(() => shop.close())

  const runCommand = (...args: string[]) =>
    promisify(execFile)(process.execPath, [command, ...args], { env }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  const titlesIn = async (db: Db) =>
    (await db.query<{ titles: number }>(`select count(*) as titles from products where key like 'k%'`))[0]?.titles ?? 0

  it('[OP-1] works beside a running shop, is completed by the next run after a kill, and refuses a second run meanwhile', async () => {
    const folder = library()
    const child = spawn(process.execPath, [command, '--no-covers', folder], { env, stdio: 'ignore' })
    const ended = new Promise((done) => child.once('exit', done))
    await expect.poll(() => titlesIn(shop.context.db), { timeout: 150_000, interval: 20 }).toBeGreaterThan(0)
    // Held, or it may be done before the second command has started.
    child.kill('SIGSTOP')
    expect(await runCommand('--no-covers', folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('another import is running'),
    })
    child.kill('SIGKILL')
    await ended
    expect(await titlesIn(shop.context.db)).toBeLessThan(TITLES)
    expect(await runCommand('--no-covers', folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${TITLES} of ${TITLES} titles imported`),
    })
    const [whole] = await shop.context.db.query(
      `select count(distinct p.id) as titles, count(t.audio_id) as sounds, sum(p.track_count) as tracks, count(distinct pp.person_id) as people
       from products p join tracks t on t.product_id = p.id join product_people pp on pp.product_id = p.id where p.key like 'k%'`,
    )
    expect(whole).toEqual({ titles: TITLES, sounds: TITLES, tracks: TITLES, people: 1 })
    const stored = await shop.context.db.query<{ path: string }>(
      'select distinct m.path from tracks t join media_files m on m.id = t.audio_id',
    )
    // The shop makes editions of them meanwhile.
    const files = readdirSync(join(base, 'data/media/audio')).map((name) => `audio/${name}`)
    expect(stored).toHaveLength(TITLES)
    expect(stored.filter(({ path }) => !files.includes(path))).toEqual([])
    expect(await runCommand('--no-covers', folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The shop did not change'),
    })
    expect((await fetch(`${shop.address}/readyz`)).status).toBe(200)
  })
})
