// Starts the whole shop with one command (npm start): database, demo catalog, API, pages. `--dev` serves the pages with the Astro dev server.
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig, type Config } from '../src/server/config.ts'
import { StartupError } from '../src/server/runtime/startup-error.ts'
import { startShop, type Shop, type Step } from '../src/server/main.ts'
import { DEMO_HOST, DEMO_PASSWORD } from '../src/server/demo/accounts.ts'
import { previewRoute } from './publish/preview/preview-route.ts'
import { DEMO_TOTP_SECRET } from '../src/server/demo/staff.ts'
import { siteHost } from '../src/server/http/site/site-host.ts'
import { createPublisher } from './publish/desk/publisher.ts'
import { buildSite, updateSite, type SiteOptions } from './publish/site.ts'
import { watchCatalog } from './publish/watch.ts'
import { endWithNpm } from './process/end-with-npm.ts'
import { stopGently } from './process/stop-gently.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Between two looks at a catalog that announces nothing. */
const FOLLOW_MINUTES = 15
const isDev = process.argv.includes('--dev')
const stopping = new AbortController()
let shop: Shop | undefined
let dev: ChildProcess | undefined
let config: Config | undefined
/** What builds pages. A stopped build removes its folder before it is over. */
const builders: Promise<unknown>[] = []

const STEP_MESSAGES: Record<Step, (detail: string) => string> = {
  database: (kind) => `database: ${kind === 'server' ? 'the server of DATABASE_URL' : 'embedded PostgreSQL'}`,
  migrations: (count) => (count === '0' ? 'tables: up to date' : `tables: ${count} migrations applied`),
  catalog: (count) => `demo catalog: ${count} titles`,
  'catalog-fault': (fault) => `demo catalog: row refused: ${fault}`,
  listening: () => 'API: up',
}

function report(step: Step, detail = ''): void {
  console.log(STEP_MESSAGES[step](detail))
}

const stop = stopGently(
  async () => {
    stopping.abort()
    dev?.kill('SIGTERM')
    await Promise.all([shop?.close(), Promise.allSettled(builders)])
  },
  () => (config ? config.drainSeconds + config.stopSeconds : 1),
)
endWithNpm(() => void stop(0))

/** Fails early, before a minute of work; the real listen checks again. */
function checkPortFree({ host, port }: Config): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        new StartupError(
          error.code === 'EADDRINUSE'
            ? `PORT ${port} is in use: stop what uses it, or set PORT to another number.`
            : `PORT ${port}: ${error.message}`,
        ),
      ),
    )
    probe.listen({ host, port }, () => probe.close(() => done()))
  })
}

const siteOptions = ({ dataDir, siteUrl }: Config, apiUrl: string): SiteOptions => ({
  ...{ dataDir, apiUrl, siteUrl, signal: stopping.signal },
  report: (line) => console.log(`pages: ${line}`),
})

/** The pages follow the catalog, and what the desk asks for, as long as the shop runs. A failed round is said once and tried again. */
function followCatalog(options: SiteOptions, { context, target }: Shop): void {
  const publisher = createPublisher(options, { db: context.db, target })
  const publish = async () => {
    const published = await buildSite({ ...options, unlessFresh: true })
    if (published) options.report(`${published.rendered} of ${published.pages} published again`)
  }
  const fail = (error: unknown) => {
    if (!stopping.signal.aborted) console.error(`pages: ${error instanceof Error ? error.message : String(error)}`)
  }
  const work = () => publisher.round(publish).catch(fail)
  builders.push(
    watchCatalog({ ...options, minutes: FOLLOW_MINUTES, work }).catch(fail),
    publisher.serve(stopping.signal).catch(fail),
  )
}

function logDemoAccounts(address: string): void {
  console.log(`
demo accounts (password ${DEMO_PASSWORD})
  listener@${DEMO_HOST}    India, Maharashtra
  karnataka@${DEMO_HOST}   India, Karnataka
  subscriber@${DEMO_HOST}  India, a 365-day plan
  books@${DEMO_HOST}       India, a plan of audiobooks only
  overseas@${DEMO_HOST}    United States
  newcomer@${DEMO_HOST}    profile incomplete
at the desk, ${address}/desk/: owner@, editor@, support@, accounts@${DEMO_HOST} with the same password;
  secret of the authenticator app: ${DEMO_TOTP_SECRET}
sent mails and text messages: ${address}/dev/outbox`)
}

async function main(): Promise<void> {
  config = readConfig()
  const port = isDev ? config.port + 1 : config.port
  await checkPortFree({ ...config, port })
  const plugins = isDev ? [] : [siteHost(join(config.dataDir, 'site')), previewRoute(config)]
  shop = await startShop({ ...config, port }, report, { plugins })
  if (isDev) {
    const env = { ...process.env, API_URL: shop.address, PORT: String(config.port) }
    dev = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/astro/bin/astro.mjs'), 'dev', '--port', String(config.port)],
      { cwd: ROOT, env, stdio: 'inherit' },
    )
    return
  }
  // The address of the listener: HOST may differ from localhost.
  const options = siteOptions(config, shop.address)
  const updating = updateSite(options, (line) => console.error(line))
  builders.push(updating)
  await updating
  followCatalog(options, shop)
  const address = shop.address.replace(/127\.0\.0\.1|\[::\]/, 'localhost')
  console.log(`\nready ${address}`)
  if (config.mode === 'demo') logDemoAccounts(address)
}

try {
  await main()
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(
      error instanceof StartupError
        ? error.message
        : `could not start: ${error instanceof Error ? error.message : String(error)}`,
    )
    await stop(1)
  }
}
