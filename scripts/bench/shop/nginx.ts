import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { nginxFile } from '../../publish/host/nginx.ts'
import { rewrites } from '../../publish/host/rules.ts'
import { ROOT } from './shop.ts'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0
/** Of the Debian package libnginx-mod-http-brotli-static. */
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
export const hasBrotli = existsSync(BROTLI)

type Options = {
  /** For the configuration and temporary files. */
  folder: string
  port: number
  /** Ports of the API processes. */
  apis: readonly number[]
  media: string
  /** The folder of the published pages. Absent: a site without pages. */
  site?: string
  /** Further servers in the block `http`. */
  more?: string
  /** Files of a certificate: then it speaks TLS, as in a deployment. */
  certificate?: { certificate: string; key: string }
  /** Changes the text before nginx reads it. */
  edit?: (configuration: string) => string
}
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** The server block of `scripts/deploy/nginx.conf` on a port of this machine. */
function nginxConfiguration(options: Options) {
  const { folder, port, apis, media, site = join(folder, 'site'), more = '', certificate: tls } = options
  mkdirSync(site, { recursive: true })
  if (site.startsWith(folder)) writeFileSync(join(site, 'nginx.conf'), nginxFile(rewrites(), {}))
  const block = readFileSync(join(ROOT, 'scripts/deploy/nginx.conf'), 'utf8')
    .replaceAll(tls ? /^ *listen \[::\].*$/gm : /^ *(?:ssl_.*|listen \[::\].*)$/gm, '')
    .replace(/(?<=ssl_certificate )\S+(?=;)/, tls?.certificate ?? '')
    .replace(/(?<=ssl_certificate_key )\S+(?=;)/, tls?.key ?? '')
    .replace('listen 80;', `listen unix:${folder}/80.sock;`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}${tls ? ' ssl http2' : ''};`)
    .replace('brotli_static on;', (line) => (hasBrotli ? line : ''))
    .replace(
      /(?:^ *server 127\.0\.0\.1:\d+ .*\n)+/m,
      apis.map((api) => `server 127.0.0.1:${api} max_fails=1 fail_timeout=2s;\n`).join(''),
    )
    .replaceAll(/\/var\/lib\/\w+\/site\/current/g, site)
    .replaceAll(/\/var\/lib\/\w+\/media/g, media)
    .replaceAll('/var/log/nginx', folder)
  const temporary = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  // As root the workers would be `nobody`, who cannot read our folders.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const modules = hasBrotli ? `load_module ${BROTLI};` : ''
  return `${modules} daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1; worker_rlimit_nofile 20000; ${user}
    events { worker_connections 9000; }
    http { sendfile on; tcp_nopush on; ${temporary}
      types { text/html html; text/css css; application/javascript js; image/svg+xml svg; audio/mpeg mp3; }
      ${block} ${more} }`
}

export type Nginx = { address: string; pid: number; stop(): Promise<void> }

/** nginx with the rules of a deployment in front of API processes. */
export async function startNginx(options: Options): Promise<Nginx> {
  const { folder, port, edit = (text) => text } = options
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, edit(nginxConfiguration(options)))
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const address = `${options.certificate ? 'https' : 'http'}://127.0.0.1:${port}`
  while (child.exitCode === null && !(await listens(port))) await wait(20)
  if (child.exitCode !== null) throw new Error(`nginx ended with code ${child.exitCode}`)
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { address, pid: child.pid ?? 0, stop }
}

const listens = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => done(true)).on('error', () => done(false))
    socket.on('connect', () => socket.destroy())
  })
