import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import { prepare, startFleet, type Fleet, type Title } from '../../../scripts/bench/load/fleet.ts'
import { freePort } from '../../../scripts/process/free-port.ts'
import { connect, type Database } from '../../../src/server/db/connect.ts'
import { FORM_TYPE, formOf } from '../support/forms.ts'
import { KEYS, startS3, type S3Server } from '../../../scripts/bench/shop/s3-server.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-machines-'))
const sound = randomBytes(50_000)
const path = `audio/${randomBytes(16).toString('hex')}.mp3`
let db: Database
let s3: S3Server
/** Each process has a data folder of its own, as on two machines. */
let machines: Fleet[]
let title: Title
let token = ''

beforeAll(async () => {
  const { host, user, empty } = inject('cluster')
  const root = connect({ host, user, database: 'postgres' }, 1)
  await root.query(`create database machines template ${empty}`)
  await root.close()
  const url = `postgres://${user}@localhost/machines?host=${encodeURIComponent(host)}`
  db = connect({ url }, 2)
  s3 = await startS3()
  const prepared = await prepare(url, 1)
  title = prepared.title
  token = prepared.tokens[0] ?? ''
  await db.query('update media_files set path = $1, bytes = $2', [path, sound.length])
  s3.objects.set(path, sound)
  const store = {
    ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: KEYS.bucket, S3_REGION: KEYS.region, S3_PATH_STYLE: 'true' },
    ...{ S3_ACCESS_KEY: KEYS.accessKey, S3_SECRET_KEY: KEYS.secretKey },
  }
  machines = await Promise.all(
    ['one', 'two'].map(async (name) =>
      startFleet({ DATABASE_URL: url, DATA_DIR: join(base, name), ...store }, [await freePort()]),
    ),
  )
})
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.stop()))
  await s3.stop()
  await db.close()
  rmSync(base, { recursive: true, force: true })
})

const addressOf = (machine: number) => machines[machine]?.addresses[0] ?? ''
const send = (machine: number, where: string, body: BodyInit, type = 'application/json') =>
  fetch(addressOf(machine) + where, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': type },
    body,
  })
const signAt = (machine: number) =>
  send(machine, endpoints.trackSignedUrl.path, JSON.stringify({ url: titleUrl(title.product), key: 'long/1' })).then(
    ({ headers }) => headers.get('x-signed-url') ?? '',
  )

describe('two machines that share only PostgreSQL and S3', () => {
  it('[SP-3] accept each other’s addresses of sound, and send it from the store', async () => {
    for (const [signer, sender] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const answer = await fetch(addressOf(sender) + (await signAt(signer)))
      expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(sound)]).toEqual([200, true])
    }
  })

  it('[SP-3] show what was uploaded at the other one', async () => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a34' } })
      .jpeg()
      .toBuffer()
    const form = new Blob([Uint8Array.from(formOf([{ name: 'profile_image', file: 'me.jpg', bytes }]))])
    expect((await send(0, endpoints.saveProfilePicture.path, form, FORM_TYPE)).status).toBe(200)
    const picture = [...s3.objects.keys()].find((key) => key.startsWith('listeners/'))
    const shown = await fetch(`${addressOf(1)}/media/${picture}`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('[SP-3] leave nothing in their data folders that the other one would need', async () => {
    const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:mp3|webp|jpg|json)$|media/.test(name),
    )
    expect(files).toEqual([])
  })

  it('[SP-3] go on when one of them is gone for good', async () => {
    const address = await signAt(0)
    await machines[0]?.stop()
    expect((await fetch(addressOf(1) + address)).status).toBe(200)
    expect((await fetch(`${addressOf(1)}/readyz`)).status).toBe(200)
  })
})
