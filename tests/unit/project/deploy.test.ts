import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { LOCALES } from '#contract/text/locale.ts'
import { messages } from '../../../src/server/runtime/messages.ts'
import { readConfig } from '../../../src/server/config.ts'

const FOLDER = new URL('../../../scripts/deploy/', import.meta.url).pathname
const base = mkdtempSync(join(tmpdir(), 'shop-deploy-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const names = readdirSync(FOLDER)
const units = readdirSync(join(FOLDER, 'systemd'))
const has = (command: string) => spawnSync(command, ['--version']).status === 0

describe('[OP-3] the files of a deployment', () => {
  it('are all named in the README', () => {
    const readme = readFileSync(new URL('../../../scripts/deploy/README.md', import.meta.url), 'utf8')
    const isNamed = (name: string) => readme.includes(`scripts/deploy/${name}`) || readme.includes(`\`${name}\``)
    expect(names.filter((name) => name !== 'README.md' && !isNamed(name))).toEqual([])
  })

  it('are installed by steps that work: no second server on port 80, no git as root in a tree of another user', () => {
    const readme = readFileSync(new URL('../../../scripts/deploy/README.md', import.meta.url), 'utf8')
    const webroot = /--webroot-path (\S+)/.exec(readme)?.[1]
    expect([
      readme.includes('--standalone'),
      read('nginx.conf').includes(`acme-challenge/ {\n    root ${webroot};`),
    ]).toEqual([false, true])
    const commands = [...readme.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) => block.split(/\n|&& /))
    const bare = commands.filter(
      (line) =>
        /\b(?:git|npm|prepare\.mjs)\b/.test(line) &&
        !/^\s*(?:apt-get|(?:\w+=\S+ )?runuser -u kathavani --) /.test(line),
    )
    expect(bare).toEqual([])
  })

  it('keep erased objects in S3 as long as a backup of the database, and no longer', () => {
    const rule = /```json\n(\{[^`]*NoncurrentVersionExpiration[^`]*)```/.exec(read('README.md'))?.[1] ?? '{}'
    const days = Number(/'\*\.dump' -mtime \+(\d+) -delete/.exec(read('backup.sh'))?.[1])
    expect(JSON.parse(rule)).toMatchObject({
      Rules: [{ Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: days } }],
    })
  })

  it('say after a restore how erased accounts are found and erased again', () => {
    const [, guide = ''] = read('README.md').split('## Backup and restore')
    for (const locale of LOCALES) {
      const subject = messages(locale, 'mail')('templates.deleted.subject', { shop: '' }).trim()
      expect(guide).toContain(
        subject
          .split(/ at |येथील /)
          .at(-1)
          ?.trim(),
      )
    }
    expect(guide).toMatch(/^runuser -u kathavani -- npm run -s manage -- users erase ID --yes/m)
    expect(guide.indexOf('users erase ID')).toBeLessThan(guide.indexOf('maintenance off'))
  })

  it('reload nginx when a publication has other rules than the one before', () => {
    const rules = '/var/lib/kathavani/site/nginx.conf'
    expect(read('systemd/kathavani-nginx.path')).toContain(`PathChanged=${rules}\n`)
    expect(read('nginx.conf')).toContain(`include ${rules.replace('site/', 'site/current/')};`)
    expect(read('README.md')).toMatch(/systemctl enable --now [^\n]*\bkathavani-nginx\.path\b/)
    expect(read('systemd/kathavani-nginx.service')).toMatch(
      /^ExecStart=\S*systemctl try-reload-or-restart nginx\.service$/m,
    )
  })

  it('let every body through to the API that a call takes', () => {
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(read('nginx.conf'))?.[1])
    const largest = Object.entries(endpoints)
      .map(([name, row]: [string, Endpoint]) => ({ name, bytes: row.multipart?.maxBytes ?? row.maxBytes ?? 0 }))
      .reduce((one, other) => (other.bytes > one.bytes ? other : one))
    // A form has parts beside its file.
    expect(largest.bytes + 1024 * 1024, largest.name).toBeLessThan(megabytes * 1024 * 1024)
  })

  it('install ffmpeg, on a server and in a container', () => {
    const install = /apt-get install [^\n]*\bffmpeg\b/
    expect([install.test(read('README.md')), install.test(read('Dockerfile'))]).toEqual([true, true])
  })

  it('have settings that the shop accepts as soon as the secrets are set', () => {
    const env = parseEnv(
      read('kathavani.env').replaceAll(
        /^(\w+(?:SECRET|TOKEN))=$/gm,
        (_, name: string) => `${name}=${createHash('sha256').update(name).digest('base64')}`,
      ),
    )
    expect(readConfig({ ...env, DATA_DIR: join(base, 'data') })).toMatchObject({
      mode: 'production',
      trustProxy: '127.0.0.1',
      alarmMail: 'operator@shop.example',
    })
    expect(() => readConfig({ ...parseEnv(read('kathavani.env')), DATA_DIR: join(base, 'data') })).toThrow(
      'missing: MEDIA_SECRET, HUMAN_SECRET, VAULT_SECRET',
    )
  })

  it('are valid shell syntax', () => {
    for (const name of ['kathavani.env', 'backup.sh', 'restore.sh'])
      expect([name, spawnSync('sh', ['-n', join(FOLDER, name)]).stderr.toString()]).toEqual([name, ''])
    const run = spawnSync('sh', [
      '-c',
      `set -eu; . ${join(FOLDER, 'kathavani.env')}; echo "$DATABASE_URL $MAIL_FROM"`,
    ]).stdout.toString()
    expect(run.trim()).toBe(
      'postgres://kathavani@localhost/kathavani?host=/var/run/postgresql Kathavani <shop@shop.example>',
    )
  })

  it.skipIf(!has('systemd-analyze'))('are units that systemd takes', () => {
    const root = join(base, 'units')
    mkdirSync(root)
    writeFileSync(join(base, 'command'), '')
    chmodSync(join(base, 'command'), 0o755)
    for (const unit of units) {
      const name = unit.replace('@', '@4401')
      const text = read(join('systemd', unit))
      // The commands of this machine are elsewhere.
      writeFileSync(join(root, name), text.replace(/^ExecStart=\S+/m, `ExecStart=${base}/command`))
    }
    const { stderr } = spawnSync('systemd-analyze', [
      'verify',
      '--man=no',
      ...readdirSync(root).map((name) => join(root, name)),
    ])
    expect(
      stderr
        .toString()
        .split('\n')
        .filter((line) => /kathavani/.test(line)),
    ).toEqual([])
  })
})
