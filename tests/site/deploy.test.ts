import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { nginxFile } from '../../scripts/publish/host/nginx.ts'
import { rewrites } from '../../scripts/publish/host/rules.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-deploy-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
// Here, and not among the units: `npm test` has brought nginx along by now, wherever it may.
const hasNginx = spawnSync('nginx', ['-v']).status === 0

describe.skipIf(!hasNginx)(
  `[OP-3] the files of a deployment${hasNginx ? '' : ' (skipped: install the Debian package nginx-light)'}`,
  () => {
    it('have a server block that nginx accepts together with the rules of a publication', () => {
      mkdirSync(join(base, 'site/current'), { recursive: true })
      writeFileSync(
        join(base, 'site/current/nginx.conf'),
        nginxFile(rewrites(), { 'content-security-policy': `default-src 'self'` }),
      )
      const block = readFileSync(new URL('../../scripts/deploy/nginx.conf', import.meta.url), 'utf8')
        .replaceAll('/var/lib/kathavani', base)
        .replaceAll('/var/log/nginx', base)
        .replaceAll(/^ *ssl_certificate.*$/gm, '')
        .replaceAll(/ ssl http2;/g, ';')
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${base}/${name};`)
        .join(' ')
      writeFileSync(
        join(base, 'nginx.conf'),
        `pid ${base}/pid; error_log stderr; events {} http { ${temporary} ${block} }`,
      )
      const { status, stderr } = spawnSync('nginx', ['-t', '-p', base, '-c', join(base, 'nginx.conf')])
      expect([status, stderr.toString().includes('[emerg]')]).toEqual([0, false])
    })
  },
)
