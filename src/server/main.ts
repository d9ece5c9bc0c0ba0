import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createAltcha } from './adapters/captcha/altcha.ts'
import { createFacebook, facebookGraph } from './adapters/identity/facebook.ts'
import { createGoogle, googleKeys } from './adapters/identity/google.ts'
import type { Identities } from './adapters/identity/port.ts'
import { createSandbox, sandboxIdentities } from './adapters/identity/sandbox.ts'
import { outboxMailer } from './adapters/mail/outbox.ts'
import { smtpMailer } from './adapters/mail/smtp.ts'
import { diskStore } from './adapters/media/disk.ts'
import { createSigner } from './adapters/media/signature.ts'
import { outboxSms } from './adapters/sms/outbox.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { connect, proveReachable, type Database } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo, type DemoCatalog } from './demo-seed.ts'
import { startEmbedded } from './embedded.ts'
import { createVault } from './lib/vault.ts'
import { codeOf, messageOf, StopReason } from './lib/stop.ts'
import { sandboxRoutes } from './routes/identity-sandbox.ts'
import { outboxRoutes } from './routes/outbox.ts'
import { startWorker } from './worker.ts'
import type { World } from './world.ts'

export type Step = 'database' | 'migrations' | 'catalog' | 'catalog-fault' | 'listening'
export type Report = (step: Step, detail?: string) => void
export type StartOptions = {
  /** Beside the API: the site. */
  plugins?: FastifyPluginAsync[]
  /** The catalog of a demo start; tests give a small one. */
  loadDemo?: () => Promise<DemoCatalog>
  demoFolder?: string | URL
}
export type Shop = { address: string; app: FastifyInstance; world: World; close(): Promise<void> }

/** The whole shop: database, migrations, demo catalog when the mode asks for one, and the API on its port. */
export async function startShop(config: Config, report: Report = () => undefined, options: StartOptions = {}): Promise<Shop> {
  report('database', config.databaseUrl ? 'server' : 'embedded')
  const database = await openDatabase(config)
  try {
    const applied = await migrate(database.db)
    report('migrations', String(applied.length))
    const world = worldOf(config, database.db)
    if (config.mode === 'demo') await seed(world, report, options)
    const sandbox = createSandbox(world.now)
    const demo = config.mode === 'demo' ? [outboxRoutes(world), sandboxRoutes(sandbox)] : []
    const app = await buildApp(world, { ...config, plugins: [...demo, ...(options.plugins ?? [])] })
    const address = await listen(app, config)
    world.identities = identitiesOf(config, address)
    const worker = startWorker(world, (error) => app.log.error({ err: error }, 'not sent'))
    world.wake = worker.wake
    report('listening', address)
    return { address, app, world, close: () => app.close().finally(() => worker.close().finally(() => database.close())) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The world without a server: for imports and operator commands. */
export async function openShop(config: Config): Promise<{ world: World; close(): Promise<void> }> {
  const database = await openDatabase(config)
  try {
    await migrate(database.db)
    return { world: worldOf(config, database.db), close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openDatabase({ databaseUrl, dataDir }: Config): Promise<{ db: Database; close(): Promise<void> }> {
  if (databaseUrl) {
    const db = connect({ url: databaseUrl })
    await proveReachable(db, databaseUrl).catch((error) => db.close().then(() => Promise.reject(error)))
    return { db, close: () => db.close() }
  }
  const server = await startEmbedded(dataDir)
  const db = connect(server)
  return { db, close: () => db.close().finally(() => server.stop()) }
}

function worldOf(config: Config, db: Database): World {
  return {
    db,
    media: diskStore(join(config.dataDir, 'media')),
    signer: createSigner(config.mediaSecret),
    human: createAltcha({ secret: config.humanSecret }),
    vault: createVault(config.vaultSecret),
    mail: config.smtpUrl ? smtpMailer({ url: config.smtpUrl, from: config.mailFrom, host: new URL(config.siteUrl).hostname }) : outboxMailer(db),
    ...(config.mode === 'demo' && { sms: outboxSms(db) }),
    identities: identitiesOf(config, ''),
    siteUrl: config.siteUrl,
    passwordPolicy: config.passwordPolicy,
    wake: () => undefined,
    now: () => new Date(),
    isClosed: () => readClosed(join(config.dataDir, 'maintenance.json')),
  }
}

/** Real providers by their settings; a demo without any has the sandbox, asked over HTTP as they are. */
function identitiesOf({ mode, googleClientId, facebook }: Config, address: string): Identities {
  if (mode === 'demo' && !googleClientId && !facebook) return sandboxIdentities(() => `${address}/dev/identity`)
  return {
    isSandbox: false,
    ...(googleClientId && { google: createGoogle({ clientId: googleClientId, keysUrl: googleKeys }) }),
    ...(facebook && { facebook: createFacebook({ ...facebook, graphUrl: facebookGraph }) }),
  }
}

/** An operator closes the shop by a file; anything unreadable means open (SH-12). */
async function readClosed(file: string): Promise<boolean> {
  return readFile(file, 'utf8')
    .then((text) => JSON.parse(text)?.is_maintenance === true)
    .catch(() => false)
}

async function seed(
  world: World,
  report: Report,
  { loadDemo = loadDemoCatalog, demoFolder = new URL('../demo/', import.meta.url) }: StartOptions,
): Promise<void> {
  await seedDemo(world, demoFolder, loadDemo, {
    progress: (titles, of) => report('catalog', `${titles}/${of}`),
    faults: (faults) => faults.forEach(({ kind, key, field, reason }) => report('catalog-fault', `${kind} ${key ?? ''} ${field}: ${reason}`)),
  })
}

async function loadDemoCatalog(): Promise<DemoCatalog> {
  const { demoCollections, demoTitles, demoFolder } = await import('#demo/catalog.ts')
  return { titles: demoTitles.length, source: { collections: demoCollections, titles: demoTitles, folder: demoFolder, replace: true } }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const reason = codeOf(error) === 'EADDRINUSE' ? 'is in use: stop what uses it, or set PORT to another number' : messageOf(error)
    throw new StopReason(`PORT ${port} ${reason}.`)
  }
}
