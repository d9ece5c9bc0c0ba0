import { readdir } from 'node:fs/promises'
import { request as connectTo } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { PICTURE_MAX_BYTES } from '#contract/fields/file-kinds.ts'
import { removeOrphanedMedia } from '../../../src/server/adapters/media/orphaned-media.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { FORM_TYPE, formOf, sendForm, type Part } from '../support/forms.ts'
import { advanceClock, ask, makeListener } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
let token = ''
let userId = 0
beforeAll(async () => {
  userId = await makeListener(shop(), 'picture@x.test')
  token = await openSession(shop().context, userId)
})

const paint = { create: { width: 60, height: 40, channels: 3, background: '#a34' } } as const
const picture = (file: string, bytes: Uint8Array | string): Part[] => [{ name: 'profile_image', file, bytes }]
/** The limit has a test of its own. */
async function save(file: string, bytes: Uint8Array | string) {
  await shop().db.query('delete from limits')
  return sendForm(shop(), endpoints.saveProfilePicture, picture(file, bytes), { token })
}
const storedPictures = async () =>
  (await shop().db.query<{ picture: string | null }>('select picture from users where id = $1', [userId]))[0]
    ?.picture ?? null
const incoming = () => readdir(shop().incoming).catch(() => [])
const REFUSED = { status: 422, body: { status: false, fault: 'notAnImage', fields: { profile_image: 'notAnImage' } } }

/** 24 bits a pixel, lowest row first: left red, right blue. */
function bitmap(width: number, height: number): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + stride * height)
  bytes.write('BM', 'latin1')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      Buffer.from(x < width / 2 ? [0, 0, 255] : [255, 0, 0]).copy(bytes, 54 + y * stride + x * 3)
  return bytes
}

/** One bit a pixel, all black: written without the memory that its pixels need. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><!-- drawn by hand --><circle cx="40" cy="40" r="30" fill="#a34"/></svg>'
const drawn = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80">${inside}</svg>`

describe('a profile picture', () => {
  it.each([
    ['me.jpg', () => sharp(paint).jpeg().toBuffer()],
    [
      'ME.JPEG',
      () =>
        sharp(paint)
          .withExif({ IFD0: { Artist: 'Asha' } })
          .jpeg()
          .toBuffer(),
    ],
    ['मी.png', () => sharp(paint).png().toBuffer()],
    ['my.photo.of.2026.gif', () => sharp(paint).gif().toBuffer()],
    ['paint.bmp', async () => bitmap(31, 20)],
    ['drawing.svg', async () => Buffer.from(SVG)],
  ])('[PR-3] %s becomes a small square under a random name', async (name, make) => {
    const { status, body } = await save(name, await make())
    expect([status, body]).toEqual([
      200,
      { status: true, profile_image: expect.stringMatching(/^\/media\/listeners\/[0-9a-f]{32}\.webp$/) },
    ])
    expect(await storedPictures()).toBe(body.profile_image)
    const served = await shop().app.inject(body.profile_image)
    expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    const { format, width, height, exif } = await sharp(served.rawPayload).metadata()
    expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined])
    expect(await incoming()).toEqual([])
  })

  it('[PR-3] of a bitmap keeps its colours and orientation', async () => {
    const { body } = await save('two.bmp', bitmap(40, 40))
    const { data } = await sharp((await shop().app.inject(body.profile_image)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number) => [...data.subarray((128 * 256 + x) * 3, (128 * 256 + x) * 3 + 3)]
    expect([at(40).map((part) => part > 128), at(216).map((part) => part > 128)]).toEqual([
      [true, false, false],
      [false, false, true],
    ])
  })

  it('[PR-3] replaces the earlier one, whose file is removed', async () => {
    const bytes = await sharp(paint).png().toBuffer()
    const before = (await save('a.png', bytes)).body.profile_image
    await save('b.png', bytes)
    expect((await shop().app.inject(before)).statusCode).toBe(404)
    expect(await shop().db.query('select * from media_leftovers')).toEqual([])
  })

  it('[PR-3] sent ten times at once leaves one file', async () => {
    const bytes = await sharp(paint).png().toBuffer()
    await shop().db.query('delete from limits')
    const sent = await Promise.all(
      Array.from({ length: 10 }, () =>
        sendForm(shop(), endpoints.saveProfilePicture, picture('a.png', bytes), { token }),
      ),
    )
    const served = await Promise.all(
      sent.map(async ({ body }) => (await shop().app.inject(body.profile_image)).statusCode),
    )
    expect(served.filter((status) => status === 200)).toHaveLength(1)
    expect((await shop().app.inject((await storedPictures()) ?? '')).statusCode).toBe(200)
  })

  it('[PR-3] is removed on request', async () => {
    const { body } = await save('a.png', await sharp(paint).png().toBuffer())
    expect((await ask(shop(), endpoints.removeProfilePicture, {}, { token })).body).toEqual({ status: true })
    expect([await storedPictures(), (await shop().app.inject(body.profile_image)).statusCode]).toEqual([null, 404])
    expect((await ask(shop(), endpoints.removeProfilePicture, {}, { token })).status).toBe(200)
  })

  it('[PR-3] without a row after a kill is removed after an hour', async () => {
    const path = `listeners/${'a'.repeat(32)}.webp`
    await shop().db.query('insert into media_leftovers (path, since) values ($1, $2)', [path, shop().clock.now])
    await shop().context.media.put(path, Buffer.from('x'))
    await removeOrphanedMedia(shop().context)
    expect(await shop().context.media.stat(path)).toBeDefined()
    advanceClock(shop(), 3_601)
    await removeOrphanedMedia(shop().context)
    expect(await shop().context.media.stat(path)).toBeUndefined()
  })
})

describe('an upload that is not a picture', () => {
  const gifPage = `GIF89a/*<html><script>alert(1)</script></html>*/`
  it.each([
    ['page.gif', gifPage],
    ['page.png', '<html><script>alert(1)</script></html>'],
    ['empty.png', ''],
    ['text.bmp', 'BM and no more'],
    ['../../me.png', 'png'],
    ['..\\me.png', 'png'],
    ['me.png.html', 'png'],
    ['me.php.png', 'png'],
    ['me.webp', 'png'],
    ['me', 'png'],
    ['.png', 'png'],
    ['me.png ', 'png'],
  ])('[PR-3] %s is refused', async (name, content) => {
    const before = await storedPictures()
    expect(await save(name, content === 'png' ? await sharp(paint).png().toBuffer() : content)).toEqual(REFUSED)
    expect([await storedPictures(), await incoming()]).toEqual([before, []])
  })

  it('[PR-3] is refused under the name of an allowed type', async () => {
    expect(await save('me.png', await sharp(paint).webp().toBuffer())).toEqual(REFUSED)
    expect(await save('me.jpg', await sharp(paint).avif().toBuffer())).toEqual(REFUSED)
  })

  it('[PR-3] loses HTML that is appended to a real picture', async () => {
    const bytes = Buffer.concat([
      await sharp(paint).gif().toBuffer(),
      Buffer.from('<html><script>alert(1)</script></html>'),
    ])
    const { body } = await save('both.gif', bytes)
    expect((await shop().app.inject(body.profile_image)).rawPayload.includes('<script')).toBe(false)
  })

  it('[PR-3] is refused unread with 20,000 pixels a side', async () => {
    const bomb = png(20_000, 20_000)
    expect(bomb.length).toBeLessThan(PICTURE_MAX_BYTES)
    expect(await save('bomb.png', bomb)).toEqual(REFUSED)
    expect(await save('small.png', png(20, 20))).toMatchObject({ status: 200 })
    const wide = bitmap(4, 4)
    wide.writeInt32LE(20_000, 18)
    wide.writeInt32LE(20_000, 22)
    expect(await save('bomb.bmp', wide)).toEqual(REFUSED)
    expect(await save('bomb.svg', SVG.replaceAll('"80"', '"20000"'))).toEqual(REFUSED)
  })

  it.each([
    drawn('<script>alert(1)</script>'),
    drawn('<circle r="9" onload="alert(1)"/>'),
    drawn('<image xlink:href="file:///etc/passwd"/>'),
    drawn('<a xlink:href="https://evil.test"><text>x</text></a>'),
    drawn('<style>@import url(https://evil.test/x.css);</style>'),
    drawn('<rect width="9" height="9" fill="url(https://evil.test/#a)"/>'),
    drawn('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
    drawn('<text>&a;</text>', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
    drawn('<g/>', '<?xml-stylesheet href="https://evil.test/x.xsl"?>'),
  ])('[PR-3] the image file %s is refused', async (text) => expect(await save('drawing.svg', text)).toEqual(REFUSED))
})

describe('the upload of a profile picture', () => {
  it('[PR-3] accepts the allowed size and not one byte more', async () => {
    const bytes = Buffer.concat([await sharp(paint).png().toBuffer(), Buffer.alloc(PICTURE_MAX_BYTES)]).subarray(
      0,
      PICTURE_MAX_BYTES,
    )
    expect((await save('a.png', bytes)).status).toBe(200)
    const { status, body } = await save('a.png', Buffer.concat([bytes, Buffer.alloc(1)]))
    expect([status, body]).toEqual([413, { status: false, fault: 'fileSize', fields: { profile_image: 'fileSize' } }])
    expect(await incoming()).toEqual([])
  })

  it('[PR-3] is refused to guests and for other content types', async () => {
    const bytes = await sharp(paint).png().toBuffer()
    expect((await sendForm(shop(), endpoints.saveProfilePicture, picture('a.png', bytes))).body).toEqual({
      status: false,
      fault: 'signedOut',
    })
    expect((await ask(shop(), endpoints.saveProfilePicture, {}, { token })).body.fault).toBe('wrongType')
    const noBoundary = await sendForm(shop(), endpoints.saveProfilePicture, picture('a.png', bytes), {
      token,
      headers: { 'content-type': 'multipart/form-data' },
    })
    expect([noBoundary.status, noBoundary.body.fault]).toEqual([415, 'wrongType'])
  })

  it.each<[string, (bytes: Buffer) => Part[] | Buffer, string[]]>([
    ['no file', () => [], ['profile_image']],
    ['another file', (bytes) => [{ name: 'other', file: 'a.png', bytes }], []],
    ['two files', (bytes) => [...picture('a.png', bytes), ...picture('b.png', bytes)], []],
    [
      'a field that it does not know',
      (bytes) => [{ name: 'user_id', text: '1' }, ...picture('a.png', bytes)],
      ['user_id'],
    ],
    [
      'the same field twice',
      (bytes) => [{ name: 'a', text: '1' }, { name: 'a', text: '1' }, ...picture('a.png', bytes)],
      [],
    ],
    ['a poisoned prototype', (bytes) => [{ name: '__proto__', text: '1' }, ...picture('a.png', bytes)], []],
    ['a field of a megabyte', (bytes) => [{ name: 'a', text: 'x'.repeat(1_000_000) }, ...picture('a.png', bytes)], []],
    [
      'a hundred fields',
      (bytes) => [
        ...Array.from({ length: 100 }, (_, index) => ({ name: `a${index}`, text: '' })),
        ...picture('a.png', bytes),
      ],
      [],
    ],
    ['half a form', (bytes) => formOf(picture('a.png', bytes)).subarray(0, -30), []],
    ['no form', () => Buffer.from('nothing of the kind'), []],
  ])('[PR-3] refuses %s', async (_what, make, fields) => {
    await shop().db.query('delete from limits')
    const before = await storedPictures()
    const { status, body } = await sendForm(
      shop(),
      endpoints.saveProfilePicture,
      make(await sharp(paint).png().toBuffer()),
      { token },
    )
    expect([status, body.fault]).toEqual([400, 'badInput'])
    expect(Object.keys(body.fields ?? {})).toEqual(fields)
    expect([await storedPictures(), await incoming()]).toEqual([before, []])
  })

  it('[PR-3] is limited to twenty an hour before the body is read', async () => {
    await shop().db.query('delete from limits')
    const bytes = await sharp(paint).png().toBuffer()
    const send = () => sendForm(shop(), endpoints.saveProfilePicture, picture('a.png', bytes), { token })
    for (let sent = 0; sent < 20; sent += 1) expect((await send()).status).toBe(200)
    expect((await send()).body).toMatchObject({ fault: 'tooMany', seconds: expect.any(Number) })
  })

  it('[PR-3] stops reading a body that is too long, and stores nothing of an incomplete one', async () => {
    await shop().db.query('delete from limits')
    const address = await shop().app.listen({ host: '127.0.0.1', port: 0 })
    const fetchPicture = (headers: Record<string, string | number>) =>
      connectTo(address + endpoints.saveProfilePicture.path, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': FORM_TYPE, ...headers },
      })

    const endless = fetchPicture({ 'transfer-encoding': 'chunked' })
    const answered = new Promise<number>((done) => endless.once('response', ({ statusCode = 0 }) => done(statusCode)))
    const cut = new Promise((done) => endless.once('close', done))
    endless.on('error', () => undefined)
    let sent = 0
    endless.write(formOf(picture('a.png', 'PNG')).subarray(0, -20))
    const more = setInterval(() => endless.destroyed || (endless.write(Buffer.alloc(1_000_000)), (sent += 1)), 10)
    expect(await answered).toBe(413)
    await cut
    clearInterval(more)
    // Two seconds at a megabyte each ten milliseconds, at the most.
    expect(sent).toBeLessThan(400)

    const half = fetchPicture({ 'content-length': 1_000_000 })
    half.on('error', () => undefined)
    half.write(formOf(picture('a.png', 'PNG')).subarray(0, -20))
    await expect.poll(incoming).toHaveLength(1)
    half.destroy()
    await expect.poll(incoming).toEqual([])
  })
})
