import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasFfmpeg } from '../../../src/server/audio/ffmpeg.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import { bareSpeech, picture } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { base, folderOf } = useSourceFolders()
const isAble = await hasFfmpeg()
/** Of the speech: each is decoded and encoded several times. */
const SECONDS = 8
/** Extension and what ffmpeg encodes it with. */
const FORMATS = {
  m4a: ['-codec:a', 'aac', '-b:a', '64k'],
  m4b: ['-codec:a', 'aac', '-b:a', '80k', '-f', 'mp4'],
  aac: ['-codec:a', 'aac', '-b:a', '64k'],
  flac: ['-codec:a', 'flac'],
  wav: ['-codec:a', 'pcm_s16le'],
  ogg: ['-codec:a', 'libvorbis', '-ar', '44100'],
  opus: ['-codec:a', 'libopus', '-b:a', '32k'],
  wma: ['-codec:a', 'wmav2', '-b:a', '64k', '-ar', '44100'],
} as const

function encodeWithFfmpeg(file: string, args: readonly string[], inputs: readonly string[] = []): void {
  const speech = join(base, 'speech.mp3')
  writeFileSync(speech, bareSpeech())
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-t', `${SECONDS}`, '-i', speech, ...inputs, ...args, file])
}

async function bring(path: string, isDryRun = false) {
  const reported: CatalogFault[] = []
  const report = (fault: CatalogFault) => reported.push(fault)
  await importFolder(shop().context, { path, isDryRun }, { report, progress: () => undefined })
  return reported.filter(({ isWarning }) => !isWarning).map(({ reason }) => reason)
}

const tracksOf = (key: string) =>
  shop().db.query<{ name: string; seconds: number; path: string; original: string | null }>(
    `select t.name, t.seconds, m.path, m.original from tracks t join products p on p.id = t.product_id
      left join media_files m on m.id = t.audio_id where p.key = $1 order by t.position`,
    [key],
  )

function titleFolder(name: string, sound: string, write: (file: string) => void): string {
  const folder = folderOf(name, { 'titles.csv': `key,name,author,language,sound\n${name},${name},Asha,en,${sound}\n` })
  mkdirSync(folder, { recursive: true })
  write(join(folder, sound))
  return folder
}

describe.skipIf(!isAble)('recordings that are no mp3 (need ffmpeg)', () => {
  it.each(Object.entries(FORMATS))(
    '[SO-1] %s comes in and plays as mp3; the original is stored',
    async (format, args) => {
      const key = `from-${format}`
      const folder = titleFolder(key, `one.${format}`, (file) => encodeWithFfmpeg(file, args))
      expect(await bring(folder, true)).toEqual([])
      expect(await tracksOf(key)).toEqual([])
      expect(await bring(folder)).toEqual([])
      const [track] = await tracksOf(key)
      expect([track?.path.endsWith('.mp3'), Math.abs((track?.seconds ?? 0) - SECONDS) < 0.2]).toEqual([true, true])
      const original = readFileSync(join(shop().media, track?.original ?? ''))
      expect(original.equals(readFileSync(join(folder, `one.${format}`)))).toBe(true)
      const { statusCode } = await shop().app.inject(`/media/${track?.original}`)
      expect(statusCode).toBe(404)
    },
  )

  it('[SO-1] an m4b comes in by its chapters', async () => {
    const key = 'by-chapters'
    const chapters = join(base, 'chapters.txt')
    const half = Math.round(SECONDS * 500)
    writeFileSync(
      chapters,
      `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=${half}\ntitle=पहिला\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=${half}\nEND=${half * 2}\ntitle=Second\n`,
    )
    const folder = titleFolder(key, 'book.m4b', (file) =>
      encodeWithFfmpeg(file, ['-map_metadata', '1', '-map_chapters', '1', ...FORMATS.m4b], ['-i', chapters]),
    )
    expect(await bring(folder)).toEqual([])
    const tracks = await tracksOf(key)
    expect(tracks.map(({ name }) => name)).toEqual(['पहिला', 'Second'])
    expect(tracks.every(({ seconds }) => Math.abs(seconds - half / 1000) < 0.6)).toBe(true)
  })

  it('[SO-1] the cover in the tags of a flac comes in', async () => {
    const cover = join(base, 'cover.jpg')
    writeFileSync(cover, await picture(700))
    const attached = ['-map', '0:a', '-map', '1:v', '-codec:v', 'copy', '-disposition:v', 'attached_pic']
    const folder = titleFolder('with-cover', 'one.flac', (file) =>
      encodeWithFfmpeg(file, [...attached, ...FORMATS.flac], ['-i', cover]),
    )
    expect(await bring(folder)).toEqual([])
    const [title] = await shop().db.query<{ path: string }>(
      `select m.path from products p join media_files m on m.id = p.cover_id where p.key = 'with-cover'`,
    )
    expect(title?.path).toMatch(/^covers\/[0-9a-f]{32}$/)
  })

  it.each([
    ['a cut file', (bytes: Buffer) => bytes.subarray(0, 400)],
    ['zeros after its head', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(5_000)])],
  ])('[SO-1] %s is told, harms nothing, and the rest comes in', async (name, damage) => {
    const key = `damaged-${name.replaceAll(' ', '-')}`
    const folder = titleFolder(key, 'one.m4a', (file) => {
      encodeWithFfmpeg(file, FORMATS.m4a)
      writeFileSync(file, damage(readFileSync(file)))
    })
    expect(await bring(folder)).toContain('notDecodable')
    expect((await tracksOf(key)).filter(({ path }) => path)).toEqual([])
  })

  it.each([
    ['a playlist', '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['a page', '<html><script>alert(1)</script></html>'],
  ])('[SO-1] %s that is named like sound opens nothing', async (name, text) => {
    const key = `hostile-${name.replaceAll(' ', '-')}`
    const folder = titleFolder(key, 'one.m4a', (file) => writeFileSync(file, text))
    expect(await bring(folder)).toContain('notMp3')
  })
})
