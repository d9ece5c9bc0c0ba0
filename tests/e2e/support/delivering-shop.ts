// The shop of the tests once more, at another port: pages and API behind nginx with the rules of a deployment, and sound by `nginx` or
// `redirect`. Started by listening/delivery.spec.ts: delivering-shop.ts MODE. It has no worker, so it leaves the jobs of the shop alone.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '../../../scripts/bench/shop/nginx.ts'
import { freePort } from '../../../scripts/process/free-port.ts'
import { createSandbox, sandboxIdentities } from '../../../src/server/adapters/identity/sandbox.ts'
import { buildApp } from '../../../src/server/app.ts'
import { readConfig } from '../../../src/server/config.ts'
import { sandboxRoutes } from '../../../src/server/demo/identity-sandbox-routes.ts'
import { openShop } from '../../../src/server/main.ts'
import { KEYS, startS3 } from '../../../scripts/bench/shop/s3-server.ts'

const DATA = process.env['SHOP_DATA'] ?? ''
const mode = process.argv[2] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'shop-delivery-'))
const port = await freePort()
const siteUrl = `http://localhost:${port}`
const s3 = mode === 'redirect' ? await startS3() : undefined
if (s3) fill(s3.objects)

const config = readConfig({
  ...{ DATA_DIR: DATA, SITE_URL: siteUrl, TRUST_PROXY: 'true', MEDIA_DELIVERY: mode },
  // Short, because a test waits for the end of an address.
  MEDIA_SECONDS: '8',
  ...(s3 && {
    ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: KEYS.bucket, S3_REGION: KEYS.region, S3_PATH_STYLE: 'true' },
    ...{ S3_ACCESS_KEY: KEYS.accessKey, S3_SECRET_KEY: KEYS.secretKey },
  }),
})
const shop = await openShop(config)
const app = await buildApp(shop.context, {
  trustProxy: true,
  plugins: [sandboxRoutes(createSandbox(shop.context.now), siteUrl)],
})
const api = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
shop.context.identities = sandboxIdentities(() => `${api.origin}/dev/identity`)
if (s3) s3.site = siteUrl

const nginx = await startNginx({
  ...{ folder, port, apis: [Number(api.port)], media: join(DATA, 'media') },
  site: realpathSync(join(DATA, 'site/current')),
  edit: (text) => withMediaOrigin(text.replace('(?:api|media|order)', '(?:api|media|order|dev)'), s3?.endpoint),
})
process.on('SIGTERM', () => void stop())
process.stdout.write(`ready ${siteUrl}\n`)

/** As `siteHeaders` writes the policy of a publication for such a shop. */
function withMediaOrigin(configuration: string, origin: string | undefined): string {
  const include = /include (\S+\/nginx\.conf);/.exec(configuration)?.[1] ?? ''
  const rules = readFileSync(include, 'utf8')
  const allowed = origin ? rules.replaceAll(/(?:connect|media)-src 'self'[^;]*/g, (one) => `${one} ${origin}`) : rules
  return configuration.replace(`include ${include};`, () => allowed)
}

function fill(objects: Map<string, Buffer>): void {
  const files = readdirSync(join(DATA, 'media'), { recursive: true, encoding: 'utf8' })
  for (const name of files.filter((file) => file.includes('.')))
    objects.set(name, readFileSync(join(DATA, 'media', name)))
}

async function stop(): Promise<void> {
  await nginx.stop()
  await app.close()
  await shop.close()
  await s3?.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
