import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { VOICE_MAX_BYTES } from '#contract/gifts/gift-wrapping.ts'
import { deleteOldVoices } from '../../../src/server/gifts/voices/gift-voices.ts'
import { removeOrphanedMedia } from '../../../src/server/adapters/media/orphaned-media.ts'
import { eraseAccount, personalDataOf } from '../../../src/server/privacy/personal-data-export.ts'
import { addTo, buyer, variantOf } from '../support/cart.ts'
import { FORM_TYPE, formOf } from '../support/forms.ts'
import { asGuest, giftOrder, guestGiver, payGift, sendVoice, voicePart } from '../support/gifts.ts'
import { order, shopWithGateways } from '../support/payments.ts'
import { ask } from '../support/personas.ts'
import { canMount, smallDisk, unmountable } from '../support/small-disk.ts'
import { speechAs, synthesized } from '../support/sounds.ts'

const shop = shopWithGateways()
type Account = { id: number; email: string; password_hash: string }
const DAY_MS = 86_400_000
const hum = (seconds: number) => synthesized(`sine=f=440:d=${seconds}`)
const voices = () => readdir(join(shop().media, 'voices')).catch(() => [] as string[])
const listen = (address: string) => shop().app.inject({ url: address })

async function upload(gift: string, bytes: Uint8Array | string, file?: string) {
  const reply = await sendVoice(shop(), gift, [voicePart(bytes, file)])
  return { ...reply, voice: reply.body.voice as string }
}

describe('the voice of a giver', () => {
  it.each([
    ['webm', 'libopus'],
    ['m4a', 'aac'],
    ['ogg', 'libopus'],
    ['wav', 'pcm_s16le'],
  ])('[RM-7] becomes a light mp3 of what a browser recorded as %s', async (extension, codec) => {
    const gift = await guestGiver(shop())
    const { status, body } = await upload(gift, speechAs(extension, codec, 48_000), `blob.${extension}`)
    expect([status, Math.round(body.seconds)]).toEqual([200, 10])
    const [row] = await shop().db.query<{ file: string; bytes: number }>(
      'select file, bytes from gift_voices where id = $1',
      [body.voice],
    )
    expect(row?.file).toMatch(/^voices\/[0-9a-f]{32}\.mp3$/)
    expect(row?.bytes).toBeLessThan(60_000)
  })

  it.skipIf(!canMount)(
    `[RM-7] [RL-2] that finds no room is refused for now, and is taken later${unmountable}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'full-'))
      const disk = smallDisk(folder, 1)
      const before = process.env['TMPDIR']
      process.env['TMPDIR'] = folder
      try {
        writeFileSync(join(folder, 'filler'), Buffer.alloc(1_048_576 - 8_192))
        const gift = await guestGiver(shop())
        const refused = await upload(gift, hum(10))
        expect([refused.status, refused.body.fault]).toEqual([503, 'unavailable'])
        expect(readdirSync(folder)).toEqual(['filler'])
        disk.grow(64)
        expect((await upload(gift, hum(10))).status).toBe(200)
      } finally {
        if (before === undefined) delete process.env['TMPDIR']
        else process.env['TMPDIR'] = before
        disk.remove()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

  it('[RM-7] is heard by who has the link, and by its giver, from an address that ends', async () => {
    const gift = await guestGiver(shop())
    const { voice } = await upload(gift, hum(5))
    const { token } = await giftOrder(shop(), gift, { voice, spoken: 'Happy birthday!', send_by: 'link', email: '' })
    await payGift(shop(), gift, token)
    const { code, voice: own } = (await asGuest(shop(), endpoints.givenGift, { token }, gift)).body.data
    const { data } = (await ask(shop(), endpoints.openGift, { code })).body
    expect(data.voice).toMatchObject({ spoken: 'Happy birthday!' })
    for (const address of [data.voice.address, own.address]) {
      const heard = await listen(address)
      expect([heard.statusCode, heard.headers['content-type']]).toEqual([200, 'audio/mpeg'])
      expect(heard.headers['cache-control']).toBe('private, no-store')
    }
    const [path = ''] = data.voice.address.split('?')
    expect((await listen(path)).statusCode).toBe(403)
    expect((await listen(data.voice.address.replace(/signature=.{4}/, 'signature=AAAA'))).statusCode).toBe(403)
    shop().clock.now = new Date(shop().clock.now.getTime() + 16 * 60_000)
    expect((await listen(data.voice.address)).statusCode).toBe(403)
  })

  it('[RM-7] of another giver cannot be given', async () => {
    const { voice } = await upload(await guestGiver(shop()), hum(3))
    const { body } = await giftOrder(shop(), await guestGiver(shop()), { voice })
    expect(body.fields).toEqual({ voice: 'voiceGone' })
    const odd = await giftOrder(shop(), await guestGiver(shop()), { voice: '../../etc/passwd' })
    expect(odd.body.fields).toEqual({ voice: 'voiceGone' })
    expect((await sendVoice(shop(), 'Gift forged-token-of-a-guest', [voicePart(hum(3))])).status).toBe(401)
  })

  it.each([
    ['that is too long', () => hum(22), 'voice.mp3', 'voiceLong'],
    ['of half a second', () => hum(0.3), 'voice.mp3', 'voiceShort'],
    ['that is a page', () => '<html><script>alert(1)</script></html>'.repeat(99), 'voice.mp3', 'fileType'],
    ['that is a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'voice.png', 'fileType'],
    ['that is a playlist', () => '#EXTM3U\nfile:///etc/passwd\n', 'voice.m3u8', 'fileType'],
    ['of nothing', () => '', 'voice.mp3', undefined],
  ])('[RM-7] is refused at its field: one %s', async (_what, bytes, file, fault) => {
    const before = await voices()
    const { status, body } = await upload(await guestGiver(shop()), bytes(), file)
    expect(status).toBe(fault ? 422 : 400)
    expect(body.fields).toEqual({ voice: fault ?? 'required' })
    expect(await voices()).toEqual(before)
  })

  it('[RM-7] has a name of the shop, whatever its file is called', async () => {
    for (const file of ['../../../evil.mp3', 'voice.php.mp3', 'a\u0000.mp3', 'CON', '-i.mp3', 'ऑ'.repeat(90)]) {
      const { status, voice } = await upload(await guestGiver(shop()), hum(2), file)
      expect(status === 400 || /^[0-9a-f-]{36}$/.test(voice)).toBe(true)
    }
    for (const name of await voices()) expect(name).toMatch(/^[0-9a-f]{32}\.mp3$/)
  })

  it('[RM-7] that is too large is refused, and one that is cut leaves nothing', async () => {
    const gift = await guestGiver(shop())
    const before = await voices()
    const large = await upload(gift, new Uint8Array(VOICE_MAX_BYTES + 1))
    expect([large.status, large.body.fields]).toEqual([413, { voice: 'fileSize' }])
    const server = createServer((from, to) => shop().app.routing(from, to)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const whole = formOf([voicePart(hum(10))])
    const port = Object(server.address()).port
    const headers = { authorization: gift, 'content-type': FORM_TYPE, 'content-length': whole.length }
    const sending = request({ port, host: '127.0.0.1', method: 'POST', path: endpoints.sendGiftVoice.path, headers })
    sending.on('error', () => undefined)
    sending.write(whole.subarray(0, whole.length / 2))
    await once(server, 'request')
    sending.destroy()
    server.close()
    await once(server, 'close')
    expect(await voices()).toEqual(before)
    expect((await upload(gift, hum(10))).status).toBe(200)
  })
})

describe('the life of a voice', () => {
  it('[RM-7] ends with the account of its giver; the gift stays', async () => {
    const giver = await buyer(shop())
    const { body: sent } = await sendVoice(shop(), `Token ${giver.token}`, [voicePart(hum(4))])
    const variant = await variantOf(shop(), 'products', 'chhava')
    const cart = (await addTo(shop(), giver, variant, { gift_cart: true })).body.data.token
    const wish = { first_name: 'Mira', last_name: 'Rao', message: 'Well done', voice: sent.voice, spoken: 'Well done!' }
    const { body } = await order(shop(), giver, cart, { ...wish, gift_order: true, send_by: 'link', email: '' })
    await payGift(shop(), `Token ${giver.token}`, body.data.order_token)
    const given = await ask(shop(), endpoints.givenGift, { token: body.data.order_token }, giver)
    const { code, voice } = given.body.data
    const exported = JSON.stringify(await personalDataOf(shop().db, { id: giver.id, email: null }))
    expect(exported).toContain('Well done!')
    expect(exported).toContain('gift_voices')
    expect(exported).not.toContain(code)
    const [account] = await shop().db.query<Account>('select id, email, password_hash from users where id = $1', [
      giver.id,
    ])
    if (!account || !(await eraseAccount(shop().context, account, 'en'))) throw new Error('the account stays')
    expect((await listen(voice.address)).statusCode).toBe(404)
    const opened = await ask(shop(), endpoints.openGift, { code })
    expect(opened.body.data).toMatchObject({ voice: null, message: 'Well done' })
  })

  it('[RM-7] is a week without a paid gift, and a year after the gift was sent', async () => {
    const gift = await guestGiver(shop())
    const unused = (await upload(gift, hum(2))).voice
    const { voice } = await upload(gift, hum(3))
    const { token } = await giftOrder(shop(), gift, { voice, spoken: 'Happy birthday!' })
    await payGift(shop(), gift, token)
    const [{ file } = { file: '' }] = await shop().db.query<{ file: string }>(
      'select file from gift_voices where id = $1',
      [voice],
    )
    const left = async () => {
      await deleteOldVoices(shop().context)
      const rows = await shop().db.query<{ id: string }>('select id from gift_voices where id = any($1)', [
        [unused, voice],
      ])
      return rows.map(({ id }) => id)
    }
    const spoken = async () => {
      const rows = await shop().db.query<{ spoken: string }>('select spoken from gifts where voice_id = $1', [voice])
      return rows.map((row) => row.spoken)
    }
    const start = shop().clock.now.getTime()
    shop().clock.now = new Date(start + 6 * DAY_MS)
    expect(await left()).toHaveLength(2)
    shop().clock.now = new Date(start + 8 * DAY_MS)
    expect(await left()).toEqual([voice])
    shop().clock.now = new Date(start + 364 * DAY_MS)
    expect([await left(), await spoken()]).toEqual([[voice], ['Happy birthday!']])
    shop().clock.now = new Date(start + 367 * DAY_MS)
    expect([await left(), await spoken()]).toEqual([[], ['']])
    shop().clock.now = new Date(start + 368 * DAY_MS)
    await removeOrphanedMedia(shop().context)
    expect(await voices()).not.toContain(file.slice('voices/'.length))
  })

  it('[RM-7] is asked for as an mp3 where the server has no ffmpeg, and then needs none', async () => {
    expect((await ask(shop(), endpoints.giftVoiceRules, {})).body).toMatchObject({ any_sound: true })
    const [path, gift] = [process.env['PATH'], await guestGiver(shop())]
    const [speech, mp3] = [speechAs('webm', 'libopus', 48_000), hum(4)]
    try {
      process.env['PATH'] = '/nowhere'
      expect((await upload(gift, speech)).body.fields).toEqual({ voice: 'onlyMp3' })
      expect((await upload(gift, mp3)).status).toBe(200)
    } finally {
      process.env['PATH'] = path
    }
  })
})
