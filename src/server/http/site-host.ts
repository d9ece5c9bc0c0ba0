import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ASK_AGAIN, FOR_HOSTS, IMMUTABLE, PRIVATE_HEADERS, WORKER } from './site-rules.ts'

type Manifest = {
  build: string
  headers: Record<string, string>
  rewrites: { from: string; to: string }[]
  private?: string[]
}

/** Serves the published folder the way a CDN does: rewrites to shells, one form of trailing slash, real 404s, precompressed files. */
export function siteHost(siteFolder: string) {
  const current = join(siteFolder, 'current')
  let seen: { at: number; manifest: Manifest } | undefined

  function manifest(): Manifest | undefined {
    const file = join(current, 'manifest.json')
    if (!existsSync(file)) return undefined
    const at = statSync(file).mtimeMs
    if (seen?.at !== at) seen = { at, manifest: JSON.parse(readFileSync(file, 'utf8')) as Manifest }
    return seen.manifest
  }

  return async function register(app: FastifyInstance): Promise<void> {
    mkdirSync(siteFolder, { recursive: true })
    await app.register(fastifyStatic, {
      // Not the link itself: it does not exist before the first build.
      root: siteFolder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        if (!response.hasHeader('cache-control'))
          void response.header('cache-control', path.includes('/_a/') ? IMMUTABLE : ASK_AGAIN)
      },
    })
    app.get('/*', { config: { isSite: true } }, (request, reply) => answer(request, reply, current, manifest()))
  }
}

/** A file wins, then the shell of its route, then 404 (SD-5, SD-6). */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  manifest: Manifest | undefined,
): FastifyReply {
  if (!manifest) return reply.code(503).type('text/plain').send('The pages are being built. Try again in a moment.')
  reply.headers(manifest.headers)
  const [raw, question] = parted(request.url)
  const path = decode(raw)
  // A publication rolled back to may be older than this rule.
  if (path !== undefined && manifest.private?.some((start) => path.startsWith(start))) reply.headers(PRIVATE_HEADERS)
  if (path === WORKER.path) reply.header('cache-control', WORKER.cache)
  if (path === undefined || isTrick(raw, path)) return reply.code(404).sendFile('404.html', root)
  const text = new URLSearchParams(question).get('q')?.trim()
  // A search form that was sent without a script.
  if (text && /^(?:\/mr)?\/search\/$/.test(path)) return reply.redirect(`${path}${encodeURIComponent(text)}/`, 303)
  if (!path.endsWith('/')) {
    if (isFile(join(root, path))) return reply.sendFile(path.slice(1), root)
    return /\.\w{1,8}$/.test(path)
      ? reply.code(404).sendFile('404.html', root)
      : reply.redirect(`${raw.replace(/^[/\\]+/, '/')}/${question}`, 308)
  }
  const page = `${path.slice(1)}index.html`
  if (isFile(join(root, page))) return reply.sendFile(page, root)
  const right = rightSlug(root, path, manifest)
  if (right) return reply.redirect(right + question, 301)
  const shell = manifest.rewrites.find(({ from }) => path.startsWith(from) && path !== from)
  if (shell && isFile(join(root, shell.to))) return reply.sendFile(shell.to.slice(1), root)
  return reply.code(404).sendFile('404.html', root)
}

/** Path, and query with its mark. */
function parted(url: string): [path: string, question: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}

const forHosts = new Set(FOR_HOSTS.flatMap((file) => ['', '.br', '.gz'].map((twin) => `/${file}${twin}`)))

/**
 * A path that leaves the folder, is meant for hosts only, or would make our redirect to the trailing slash lead to another
 * site: browsers read `//name` and `/\name` as an address.
 */
function isTrick(raw: string, path: string): boolean {
  return (
    /\/\/|\\/.test(raw) ||
    path.includes('\0') ||
    path.split('/').some((part) => part === '.' || part === '..') ||
    forHosts.has(path.replace(/^\/+/, '/'))
  )
}

/** The id decides a page: a wrong or old slug leads to the right one (protocols 6). */
function rightSlug(root: string, path: string, manifest: Manifest): string | undefined {
  const base = manifest.rewrites.find(({ from }) => path.startsWith(from))?.from
  const id = base && path.slice(base.length).match(/^(\d{1,15})\//)?.[1]
  if (!id) return undefined
  const [slug] = existsSync(join(root, base, id)) ? readdirSync(join(root, base, id)) : []
  return slug && `${base}${id}/${encodeURIComponent(slug)}/`
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** A name longer than the file system takes is none that it has. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
