import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { diskStore } from '../../../src/server/adapters/media/disk.ts'
import type { MediaStore } from '../../../src/server/adapters/media/port.ts'
import { s3Store } from '../../../src/server/adapters/media/s3.ts'
import { readConfig } from '../../../src/server/config.ts'
import { KEYS, startS3, type S3Server } from '../../../scripts/bench/shop/s3-server.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-media-'))
let s3: S3Server
beforeAll(async () => void (s3 = await startS3()))
afterAll(async () => {
  await s3.stop()
  rmSync(base, { recursive: true, force: true })
})
afterEach(() => {
  s3.trouble.length = 0
  s3.requests.length = 0
})

const settings = () => ({ endpoint: s3.endpoint, pathStyle: true, ...KEYS })
const KINDS: Record<string, () => MediaStore> = {
  'a disk': () => diskStore(join(base, 'disk')),
  'an S3 store': () => s3Store(settings()),
}
const sound = randomBytes(300_000)
const name = () => `audio/${randomBytes(16).toString('hex')}.mp3`
const read = async (store: MediaStore, path: string, range?: { start: number; end: number }) =>
  Buffer.concat(await store.stream(path, range).toArray())

describe.each(Object.entries(KINDS))('[OP-2] media on %s', (kind, make) => {
  it('stores bytes and files, and returns their length, all or a part', async () => {
    const [store, path, other] = [make(), name(), name()]
    const file = join(base, `file-${kind.length}`)
    writeFileSync(file, sound)
    await store.put(path, sound)
    await store.put(other, { file })
    for (const one of [path, other]) {
      expect(await store.stat(one)).toEqual({ bytes: sound.length })
      expect((await read(store, one)).equals(sound)).toBe(true)
      expect((await read(store, one, { start: 100, end: 199 })).equals(sound.subarray(100, 200))).toBe(true)
      expect((await read(store, one, { start: sound.length - 1, end: sound.length - 1 })).length).toBe(1)
    }
  })

  it('overwrites an object, and stores an empty one', async () => {
    const [store, path] = [make(), name()]
    await store.put(path, Buffer.from('old and longer'))
    await store.put(path, Buffer.from('new'))
    expect(String(await read(store, path))).toBe('new')
    await store.put(path, Buffer.alloc(0))
    expect([await store.stat(path), await read(store, path)]).toEqual([{ bytes: 0 }, Buffer.alloc(0)])
  })

  it('removes objects, and accepts the removal of a missing one', async () => {
    const [store, path] = [make(), name()]
    await store.put(path, sound)
    await store.remove(path)
    await store.remove(path)
    expect(await store.stat(path)).toBeUndefined()
    await expect(read(store, path)).rejects.toThrow(/no such file|404 NoSuchKey/)
  })

  it('lists the objects of a folder, also more than a store tells at once', async () => {
    const store = make()
    expect(await store.list('documents')).toEqual([])
    const paths = Array.from({ length: 1_100 }, (_, at) => `documents/${String(at).padStart(8, '0')}.pdf`)
    await Promise.all(paths.map((path) => store.put(path, Buffer.alloc(1))))
    await store.put(name(), sound)
    expect((await store.list('documents')).toSorted()).toEqual(paths)
    for (const path of paths) await store.remove(path)
    expect(await store.list('documents')).toEqual([])
  })

  it.each(['audio/../secrets', 'postgres/PG_VERSION', 'audio/x.mp3?list-type=2', '/etc/passwd', ''])(
    'has no object %s',
    async (path) => {
      const store = make()
      await expect(Promise.resolve().then(() => store.stat(path))).rejects.toThrow('invalid object path')
      await expect(Promise.resolve().then(() => store.put(path, sound))).rejects.toThrow('invalid object path')
      expect(() => store.stream(path)).toThrow('invalid object path')
    },
  )

  it('stores nothing of an unreadable file', async () => {
    const [store, path] = [make(), name()]
    await expect(store.put(path, { file: join(base, 'none') })).rejects.toThrow(/ENOENT|no such file|Unable to open/)
    expect(await store.stat(path)).toBeUndefined()
    const lying = existsSync(join(base, 'disk/audio')) ? readdirSync(join(base, 'disk/audio')) : []
    expect(lying.filter((entry) => !/^[a-f0-9]{32}\.mp3$/.test(entry))).toEqual([])
  })
})

describe('[OP-2] a failing S3 store', () => {
  it.each(['fail', 'vanish'] as const)('is asked again after one that did %s', async (trouble) => {
    const [store, path] = [s3Store(settings()), name()]
    for (const method of ['PUT', 'HEAD', 'GET', 'DELETE']) s3.trouble.push({ method, act: trouble })
    await store.put(path, sound)
    expect(await store.stat(path)).toEqual({ bytes: sound.length })
    expect((await read(store, path)).equals(sound)).toBe(true)
    await store.remove(path)
    expect(s3.objects.has(path)).toBe(false)
    expect(s3.requests).toHaveLength(8)
  })

  it('continues a reply that was cut', async () => {
    const [store, path] = [s3Store(settings()), name()]
    await store.put(path, sound)
    s3.requests.length = 0
    s3.trouble.push({ method: 'GET', act: 'cut' }, { method: 'GET', act: 'cut' })
    expect((await read(store, path, { start: 1_000, end: 250_999 })).equals(sound.subarray(1_000, 251_000))).toBe(true)
    const [first, second, third] = s3.requests.map((line) => Number(/bytes=(\d+)-250999$/.exec(line)?.[1]))
    expect(first).toBe(1_000)
    expect(second).toBeGreaterThan(1_000)
    expect(third).toBeGreaterThan(second ?? 0)
  })

  it('closes a stream that nobody reads any more', async () => {
    const [store, path] = [s3Store(settings()), name()]
    await store.put(path, randomBytes(4_000_000))
    const stream = store.stream(path)
    for await (const chunk of stream) if (chunk.length > 0) break
    expect(stream.destroyed).toBe(true)
  })

  it('fails after four replies of 503, and names the error', async () => {
    for (let turn = 0; turn < 4; turn += 1) s3.trouble.push({ method: 'HEAD', act: 'fail' })
    await expect(s3Store(settings()).stat(name())).rejects.toThrow('the media store answered 503')
  })
})

describe('[OP-2] an unusable store stops the start with the reason', () => {
  it.each([
    [{ bucket: 'nothing' }, 'S3_BUCKET: there is no such bucket'],
    [{ accessKey: 'AKIAOTHER' }, 'S3_ACCESS_KEY is not known there'],
    [{ secretKey: 'another secret' }, 'S3_SECRET_KEY does not fit'],
    [{ region: 'eu-west-1' }, 'S3_REGION is not that of the bucket'],
    [{ endpoint: 'http://127.0.0.1:9' }, 'does not answer'],
  ])('%j', async (wrong, reason) => {
    const failed = s3Store({ ...settings(), ...wrong }).prove()
    await expect(failed).rejects.toThrow(reason)
    await expect(failed).rejects.not.toThrow('secret')
  })

  it.each([
    ['PUT', 'write'],
    ['DELETE', 'delete'],
  ])('that does not allow %s', async (method, trouble) => {
    s3.trouble.push({ method, act: 'deny' })
    await expect(s3Store(settings()).prove()).rejects.toThrow(
      `lets S3_ACCESS_KEY not ${trouble}: S3_ACCESS_KEY may not do that`,
    )
  })

  it('when it lists but does not allow reads', async () => {
    s3.trouble.push({ method: 'GET', act: 'pass' }, { method: 'GET', act: 'deny' })
    await expect(s3Store(settings()).prove()).rejects.toThrow('lets S3_ACCESS_KEY not read')
  })

  it('and a usable one does not, and its probe is removed', async () => {
    const before = s3.objects.size
    expect(await s3Store(settings()).prove()).toBeUndefined()
    expect(s3.objects.size).toBe(before)
  })

  it('[OP-2] uses the host of the bucket unless configured otherwise', async () => {
    const other = { ...settings(), pathStyle: false, endpoint: 'http://store.invalid' }
    await expect(s3Store(other).prove()).rejects.toThrow(/store\.invalid, bucket shop-media: .*ENOTFOUND/)
  })
})

describe('[OP-2] settings of a store', () => {
  const all = {
    S3_ENDPOINT: 'https://s3.test/',
    S3_BUCKET: 'b',
    S3_REGION: 'auto',
    S3_ACCESS_KEY: 'k',
    S3_SECRET_KEY: 's',
  }
  const s3Of = (env: Record<string, string>) => readConfig({ DATA_DIR: join(base, 'data'), ...env }).s3

  it('are complete or absent', () => {
    expect(s3Of({})).toBeUndefined()
    expect(s3Of(all)).toEqual({
      endpoint: 'https://s3.test',
      bucket: 'b',
      region: 'auto',
      accessKey: 'k',
      secretKey: 's',
      pathStyle: false,
    })
    expect(s3Of({ ...all, S3_PATH_STYLE: 'true' })?.pathStyle).toBe(true)
    expect(() => s3Of({ ...all, S3_REGION: '' })).toThrow(/belong together; missing: S3_REGION/)
    expect(() => s3Of({ ...all, S3_ENDPOINT: 's3.test' })).toThrow('S3_ENDPOINT must be a web address')
  })
})
