import { join } from 'node:path'
import { brand } from '#brand/brand.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createAltcha } from './adapters/captcha/altcha.ts'
import { createFacebook, facebookGraph } from './adapters/identity/facebook.ts'
import { createGoogle, googleKeys } from './adapters/identity/google.ts'
import type { Identities } from './adapters/identity/port.ts'
import { createSandbox, sandboxIdentities } from './adapters/identity/sandbox.ts'
import { outboxMailer } from './adapters/mail/outbox.ts'
import { smtpMailer } from './adapters/mail/smtp.ts'
import { createDelivery } from './adapters/media/delivery.ts'
import { diskStore } from './adapters/media/disk.ts'
import { s3Store } from './adapters/media/s3.ts'
import { createSigner } from './adapters/media/signature.ts'
import { createMsg91 } from './adapters/sms/msg91.ts'
import { createPaymentSandbox, sandboxPayments } from './adapters/payment/sandbox.ts'
import { outboxSms } from './adapters/sms/outbox.ts'
import { buildApp } from './app.ts'
import { followSettings, loadSettings } from './catalog/changes/brand-settings.ts'
import { listenToCatalog } from './catalog/changes/catalog-signal.ts'
import type { Config } from './config.ts'
import { connect, proveReachable, type Database, type Target } from './db/connect.ts'
import { connectReplica, readsFrom } from './db/read-replica.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo, type DemoCatalog } from './demo/seed.ts'
import { joinEmbedded, startEmbedded } from './embedded/server.ts'
import { createMetrics } from './operations/monitoring/metrics.ts'
import { createTempFiles } from './runtime/temp-files.ts'
import { createEncryption } from './runtime/encryption.ts'
import { listen } from './listen.ts'
import { sandboxRoutes } from './demo/identity-sandbox-routes.ts'
import { outboxRoutes } from './demo/outbox-routes.ts'
import { paymentSandboxRoutes } from './demo/payment-sandbox-routes.ts'
import { hasGateway, paymentsOf } from './adapters/payment/gateways.ts'
import { refuseDemoBrand } from './operations/demo-brand.ts'
import { createIsClosed } from './operations/maintenance.ts'
import { release } from './runtime/release.ts'
import { startWorker } from './worker.ts'
import { domainHooks, type AppContext } from './context.ts'

export type Step = 'database' | 'migrations' | 'catalog' | 'catalog-fault' | 'listening'
type Report = (step: Step, detail?: string) => void
export type StartOptions = {
  /** Plugins beside the API: the site. */
  plugins?: FastifyPluginAsync[]
  /** Loads the demo catalog; tests pass a small one. */
  loadDemo?: () => Promise<DemoCatalog>
  demoFolder?: string | URL
}
export type Shop = {
  address: string
  app: FastifyInstance
  context: AppContext
  /** The database, for who listens to it. */
  target: Target
  close(): Promise<void>
}

/** Starts the whole shop: database, migrations, demo catalog in demo mode, the API on its port, and the worker. */
export async function startShop(
  config: Config,
  report: Report = () => undefined,
  options: StartOptions = {},
): Promise<Shop> {
  report('database', config.databaseUrl ? 'server' : 'embedded')
  const database = await openDatabase(config)
  try {
    const applied = await migrate(database.db)
    report('migrations', String(applied.length))
    const catalogSignal = listenToCatalog(database.target)
    const context: AppContext = { ...createContext(config, database), catalogSignal }
    await loadSettings(database.db)
    if (config.mode === 'production') refuseDemoBrand(config.siteUrl)
    await context.media.prove()
    await context.tempFiles.forgetStale(context.now())
    if (config.mode === 'demo') await seed(context, report, options)
    const server = await startServer(config, context, database.db, options.plugins)
    followSettings(database.db, catalogSignal, (error) => server.app.log.error({ err: error }, 'settings not loaded'))
    report('listening', server.address)
    const close = () => server.close().finally(() => database.close())
    return { address: server.address, app: server.app, context, target: database.target, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The API on its port, and its worker beside it. */
async function startServer(
  config: Config,
  context: AppContext,
  { load }: Database,
  plugins: FastifyPluginAsync[] = [],
): Promise<Omit<Shop, 'context' | 'target'>> {
  const { metricsToken, drainSeconds } = config
  const metrics = metricsToken ? await createMetrics({ ...context, load, release, dataDir: config.dataDir }) : undefined
  const state = { address: '', isStopping: false }
  const health = { disk: { folder: config.dataDir }, isStopping: () => state.isStopping, metrics, metricsToken }
  const app = await buildApp(context, {
    ...config,
    health,
    plugins: [...demoPlugins(config, context, () => state.address), ...plugins],
  })
  state.address = await listen(app, config).catch((error: unknown) => app.close().then(() => Promise.reject(error)))
  context.identities = identitiesOf(config, state.address)
  if (config.mode === 'demo' && !hasGateway(config))
    context.payments = sandboxPayments(state.address, config.siteUrl, context.now)
  context.alarm = (what, details) => {
    app.log.warn(details, what)
    metrics?.countWarning(what)
  }
  const worker = startWorker(context, {
    ...config,
    onError: (error) => app.log.error({ err: error }, 'not done'),
    ...(metrics && { onMail: metrics.countMail }),
    onAlarm: (change) => app.log[change.state === 'over' ? 'info' : 'error'](change, 'alarm'),
  })
  context.wake = worker.wake
  const close = async () => {
    state.isStopping = true
    await wait(drainSeconds * 1000)
    // Wait for both even if one fails: the database is closed next, and nothing may still use it.
    const results = await Promise.allSettled([app.close(), worker.close()])
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
  return { address: state.address, app, close }
}

/** Stands in for outside services in a demo: an outbox of mails and messages, an identity provider, payment gateways. */
function demoPlugins({ mode, siteUrl }: Config, context: AppContext, addressOf: () => string): FastifyPluginAsync[] {
  if (mode !== 'demo') return []
  const identityProvider = sandboxRoutes(createSandbox(context.now), siteUrl)
  const gateways = paymentSandboxRoutes(createPaymentSandbox(context.now), siteUrl, addressOf)
  return [outboxRoutes(context), identityProvider, gateways]
}

/** Opens the context without a server: for imports and operator commands, with or without a running shop. */
export async function openShop(config: Config): Promise<{ context: AppContext; close(): Promise<void> }> {
  const database = await openDatabase(
    config,
    async (dataDir) => (await joinEmbedded(dataDir)) ?? startEmbedded(dataDir),
  )
  try {
    await migrate(database.db)
    await loadSettings(database.db)
    const context = createContext(config, database)
    // The state of the sandbox is in the process of the shop.
    if (config.mode === 'demo' && !hasGateway(config))
      context.payments = sandboxPayments(`http://${config.host}:${config.port}`, config.siteUrl, context.now)
    return { context, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

type Databases = { db: Database; target: Target; replica?: Database; close(): Promise<void> }

async function openDatabase(config: Config, openEmbedded = startEmbedded): Promise<Databases> {
  const { databaseUrl, databaseReadUrl, dataDir } = config
  if (databaseUrl) {
    const target = { url: databaseUrl }
    const db = connect(target)
    await proveReachable(db, databaseUrl).catch((error) => db.close().then(() => Promise.reject(error)))
    if (!databaseReadUrl) return { db, target, close: () => db.close() }
    const replica = connectReplica(databaseReadUrl)
    return { db, replica, target, close: () => db.close().finally(() => replica.close()) }
  }
  const server = await openEmbedded(dataDir)
  const db = connect(server)
  return { db, target: server, close: () => db.close().finally(() => server.stop()) }
}

function createContext(config: Config, { db, replica }: Databases): AppContext {
  return {
    db,
    readDb: replica ? readsFrom(replica, db) : db,
    media: config.s3 ? s3Store(config.s3) : diskStore(join(config.dataDir, 'media')),
    delivery: createDelivery(config),
    tempFiles: createTempFiles(join(config.dataDir, 'incoming')),
    signer: createSigner(config.mediaSecret, config.mediaSeconds, config.olderSecrets.media),
    captcha: createAltcha({ secret: config.captchaSecret }),
    encryption: createEncryption(config.encryptionSecret, ...config.olderSecrets.encryption),
    mail: config.smtpUrl
      ? smtpMailer({
          url: config.smtpUrl,
          from: () => config.mailFrom ?? { name: brand.name.en, address: brand.contact.email },
          host: new URL(config.siteUrl).hostname,
        })
      : outboxMailer(db),
    ...smsOf(config, db),
    identities: identitiesOf(config, ''),
    payments: paymentsOf(config, () => new Date()),
    ...domainHooks,
    alarm: () => undefined,
    siteUrl: config.siteUrl,
    ...(config.feedHub && { feedHub: config.feedHub }),
    isDemo: config.mode === 'demo',
    passwordPolicy: config.passwordPolicy,
    samplePlan: config.samplePlan,
    wake: () => undefined,
    now: () => new Date(),
    isClosed: createIsClosed({ db, now: () => new Date() }, join(config.dataDir, 'maintenance.json')),
  }
}

/** Without a vendor a demo writes messages to its outbox, and production sends none. */
function smsOf({ mode, msg91 }: Config, db: Database): Pick<AppContext, 'sms'> {
  if (msg91) return { sms: createMsg91({ authKey: msg91.authKey, flows: { otp: msg91.otpFlow } }) }
  return mode === 'demo' ? { sms: outboxSms(db) } : {}
}

/** Real providers by their settings; a demo without any uses the sandbox, over HTTP like a real one. */
function identitiesOf({ mode, googleClientId, facebook }: Config, address: string): Identities {
  if (mode === 'demo' && !googleClientId && !facebook) return sandboxIdentities(() => `${address}/dev/identity`)
  return {
    isSandbox: false,
    ...(googleClientId && { google: createGoogle({ clientId: googleClientId, keysUrl: googleKeys }) }),
    ...(facebook && { facebook: createFacebook({ ...facebook, graphUrl: facebookGraph }) }),
  }
}

async function seed(
  context: AppContext,
  report: Report,
  { loadDemo = loadDemoCatalog, demoFolder = new URL('../demo/', import.meta.url) }: StartOptions,
): Promise<void> {
  await seedDemo(context, demoFolder, loadDemo, {
    progress: (titles, of) => report('catalog', `${titles}/${of}`),
    faults: (faults) =>
      faults.forEach(({ kind, key, field, reason }) =>
        report('catalog-fault', `${kind} ${key ?? ''} ${field}: ${reason}`),
      ),
  })
}

async function loadDemoCatalog(): Promise<DemoCatalog> {
  const { demoCollections, demoTitles, demoFolder } = await import('#demo/catalog.ts')
  return {
    titles: demoTitles.length,
    source: { collections: demoCollections, titles: demoTitles, folder: demoFolder, replace: true },
  }
}
