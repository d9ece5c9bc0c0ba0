import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DELIVERIES, type DeliveryName } from '../../../src/server/adapters/media/delivery.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { startEmbedded } from '../../../src/server/embedded/server.ts'
import { freePort } from '../../process/free-port.ts'
import { KEYS, startS3 } from '../shop/s3-server.ts'
import { cpuOfFamily } from '../shop/cpu.ts'
import { WORK } from '../shop/shop.ts'
import { hasNginx, startNginx } from '../shop/nginx.ts'
import { isMini, size } from '../size.ts'
import { quantile, type Bench, type Row } from '../table.ts'
import { prepare, startFleet, type Fleet, type Title } from './fleet.ts'
import { listenTogether, type Heard } from './playback.ts'

const LISTENERS = size(2_000, 8)
const MINUTES = size(1, 0.05)
const SOUND_BYTES = 4_000_000
const OBJECT = `audio/${'0123456789abcdef'.repeat(2)}.mp3`
const numberAfter = (words: readonly string[], name: string) => Number(words[words.indexOf(name) + 1])

/**
 * Listeners at 64 kbit/s with nginx in front of two API processes, once for each way of delivery. Meanwhile one process is
 * killed, and a deploy replaces both. `--minutes 5`, `--listeners 500`.
 */
export const listenersBench: Bench = {
  name: 'listeners',
  async run(words) {
    if (!hasNginx) return [{ what: 'listeners', measured: 'skipped: install the Debian package nginx-light' }]
    const folder = join(WORK, 'listeners')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'media/audio'), { recursive: true })
    writeFileSync(join(folder, 'media', OBJECT), randomBytes(SOUND_BYTES))
    const server = await startEmbedded(join(folder, 'database'))
    const url = `postgres://${server.user}@localhost/${server.database}?host=${encodeURIComponent(server.host)}`
    try {
      const people = numberAfter(words, '--listeners') || LISTENERS
      const prepared = await prepareSound(url, people)
      const rows: Row[] = []
      // Miniature: the way with the most parts.
      for (const mode of DELIVERIES.filter((name) => !isMini || name === 'redirect'))
        rows.push(
          ...(await measure({
            folder,
            url,
            mode,
            seconds: (numberAfter(words, '--minutes') || MINUTES) * 60,
            ...prepared,
          })),
        )
      return rows
    } finally {
      await server.stop()
    }
  },
}

type Prepared = { title: Title; tokens: string[] }

async function prepareSound(url: string, people: number): Promise<Prepared> {
  const db = connect({ url }, 2)
  await migrate(db)
  const prepared = await prepare(url, people)
  await db.query('update media_files set path = $1, bytes = $2', [OBJECT, SOUND_BYTES])
  await db.close()
  return prepared
}

type Measured = Prepared & { folder: string; url: string; mode: DeliveryName; seconds: number }

async function measure({ folder, url, mode, seconds, title, tokens }: Measured): Promise<Row[]> {
  const [front, store, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const s3 = mode === 'redirect' ? await startS3() : undefined
  const env = {
    ...{ DATABASE_URL: url, DATA_DIR: folder, MEDIA_DELIVERY: mode, TRUST_PROXY: '127.0.0.1', MEDIA_SECONDS: '60' },
    ...(s3 && {
      ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: KEYS.bucket, S3_REGION: KEYS.region, S3_PATH_STYLE: 'true' },
      ...{ S3_ACCESS_KEY: KEYS.accessKey, S3_SECRET_KEY: KEYS.secretKey },
      S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${store}`,
    }),
  }
  const fleet = await startFleet(env, ports)
  // The same nginx stands for the store.
  const bucket = `server { listen 127.0.0.1:${store}; location /${KEYS.bucket}/ { alias ${folder}/media/; } }`
  const media = join(folder, 'media')
  const nginx = await startNginx({
    folder: join(folder, mode),
    port: front,
    apis: ports,
    media,
    more: s3 ? bucket : '',
  })
  try {
    const cpu = () => ({ api: fleet.cpuSeconds(), nginx: cpuOfFamily(nginx.pid) })
    const [heard, used] = await Promise.all([
      listenTogether(nginx.address, title, tokens, seconds),
      disturb(fleet, seconds, cpu),
    ])
    return rowsOf(mode, heard, seconds, used)
  } finally {
    await nginx.stop()
    await fleet.stop()
    await s3?.stop()
  }
}

type Cpu = { api: number; nginx: number }

/**
 * CPU is measured in the second quarter, when everybody has come. Then one process is killed, and after three quarters a deploy
 * replaces both.
 */
async function disturb(fleet: Fleet, seconds: number, cpu: () => Cpu): Promise<Cpu> {
  const quarter = (seconds / 4) * 1000
  await wait(quarter)
  const before = cpu()
  await wait(quarter)
  const after = cpu()
  await fleet.replace(0, 'SIGKILL')
  await wait(quarter)
  for (const index of [0, 1]) await fleet.replace(index, 'SIGTERM')
  return { api: after.api - before.api, nginx: after.nginx - before.nginx }
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

function reasonsOf(retries: Record<string, number>): string {
  const reasons = Object.entries(retries).map(([reason, count]) => `${count} × ${reason}`)
  return reasons.length > 0 ? ` (${reasons.join(', ')})` : ''
}

function rowsOf(mode: DeliveryName, heard: Heard, duration: number, { api, nginx }: Cpu): Row[] {
  const { listeners, pieces, seconds, gaps, retries, waits } = heard
  const what = `${listeners} listeners, ${mode}`
  const perThousand = (cpu: number) => ((cpu / (duration / 4)) * 100 * 1_000) / listeners
  const example = gaps[0] ? ` (${gaps[0]})` : ''
  return [
    { what: `${what}: gaps in the sound${example}`, measured: gaps.length, must: 0 },
    { what: `${what}: hours of sound`, measured: seconds / 3_600 },
    { what: `${what}: pieces asked for again${reasonsOf(retries)}`, measured: sumOf(retries) },
    { what: `${what}: pieces a second`, measured: pieces / duration },
    { what: `${what}: wait for a piece, p99`, measured: quantile(waits, 0.99), unit: 'ms' },
    { what: `${what}: API, for each 1,000`, measured: perThousand(api), unit: '% of a core' },
    {
      what: `${what}: nginx${mode === 'redirect' ? ' and store' : ''}, for each 1,000`,
      measured: perThousand(nginx),
      unit: '% of a core',
    },
  ]
}
