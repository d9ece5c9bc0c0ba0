import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ASK_AGAIN, FOR_HOSTS, IMMUTABLE, NOT_FOUND, notFoundTrees, PRIVATE_HEADERS, WORKER } from './site-rules.ts'

type Manifest = {
  build: string
  headers: Record<string, string>
  rewrites: { from: string; to: string }[]
  private?: string[]
}
type Target = { manifest: Manifest; root: string; path: string; rawPath: string; query: string }

/** Serves the published site as a CDN does: rewrites to fallback pages, one form of trailing slash, real 404s, precompressed files. */
export function siteHost(siteFolder: string) {
  const current = join(siteFolder, 'current')
  let cached: { modifiedAt: number; manifest: Manifest } | undefined

  function manifest(): Manifest | undefined {
    const file = join(current, 'manifest.json')
    if (!existsSync(file)) return undefined
    const modifiedAt = statSync(file).mtimeMs
    if (cached?.modifiedAt !== modifiedAt)
      cached = { modifiedAt, manifest: JSON.parse(readFileSync(file, 'utf8')) as Manifest }
    return cached.manifest
  }

  return async function register(app: FastifyInstance): Promise<void> {
    mkdirSync(siteFolder, { recursive: true })
    await app.register(fastifyStatic, {
      // Not `current`: the link does not exist before the first build.
      root: siteFolder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        if (!response.hasHeader('cache-control'))
          void response.header('cache-control', path.includes('/_a/') ? IMMUTABLE : ASK_AGAIN)
      },
    })
    app.get('/*', { config: { isSite: true } }, (request, reply) => sendPage(request, reply, current, manifest()))
  }
}

/** Sends the file of a path, or else the fallback page of its route, or else 404 [SD-5, SD-6]. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  manifest: Manifest | undefined,
): FastifyReply {
  if (!manifest) return reply.code(503).type('text/plain').send('The pages are being built. Try again in a moment.')
  reply.headers(manifest.headers)
  const [rawPath, query] = splitUrl(request.url)
  const path = decode(rawPath)
  // A build that was rolled back to may be older than this rule.
  if (path !== undefined && manifest.private?.some((prefix) => path.startsWith(prefix))) reply.headers(PRIVATE_HEADERS)
  if (path === WORKER.path) reply.header('cache-control', WORKER.cache)
  if (path === undefined || isUnsafe(rawPath, path)) return sendNotFound(reply, root, rawPath)
  const text = new URLSearchParams(query).get('q')?.trim()
  // The search form without JavaScript.
  if (text && /^(?:\/mr)?\/search\/$/.test(path)) return reply.redirect(`${path}${encodeURIComponent(text)}/`, 303)
  const target = { manifest, root, path, rawPath, query }
  return path.endsWith('/') ? sendFolder(reply, target) : sendFile(reply, target)
}

function sendNotFound(reply: FastifyReply, root: string, path: string): FastifyReply {
  const file = notFoundTrees.find(({ tree }) => path.startsWith(tree))?.file
  // A build that was rolled back to may have the one page only.
  return reply.code(404).sendFile(file && isFile(join(root, file)) ? file : NOT_FOUND, root)
}

function sendFile(reply: FastifyReply, { root, path, rawPath, query }: Target): FastifyReply {
  if (isFile(join(root, path))) return reply.sendFile(path.slice(1), root)
  return /\.\w{1,8}$/.test(path)
    ? sendNotFound(reply, root, path)
    : reply.redirect(`${rawPath.replace(/^[/\\]+/, '/')}/${query}`, 308)
}

function sendFolder(reply: FastifyReply, { manifest, root, path, query }: Target): FastifyReply {
  const page = `${path.slice(1)}index.html`
  if (notFoundTrees.some(({ file }) => file === page)) return sendNotFound(reply, root, path)
  if (isFile(join(root, page))) return reply.sendFile(page, root)
  const canonical = canonicalPath(root, path, manifest)
  if (canonical) return reply.redirect(canonical + query, 301)
  const fallback = manifest.rewrites.find(({ from }) => path.startsWith(from) && path !== from)
  if (fallback && isFile(join(root, fallback.to))) return reply.sendFile(fallback.to.slice(1), root)
  return sendNotFound(reply, root, path)
}

/** Path, and query with its question mark. */
function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}

const forHosts = new Set(FOR_HOSTS.flatMap((file) => ['', '.br', '.gz'].map((suffix) => `/${file}${suffix}`)))

/**
 * A path that leaves the folder, names a file for hosts only, or would turn the redirect to the trailing slash into an open
 * redirect: browsers read `//name` and `/\name` as a host.
 */
function isUnsafe(rawPath: string, path: string): boolean {
  return (
    /\/\/|\\/.test(rawPath) ||
    path.includes('\0') ||
    path.split('/').some((part) => part === '.' || part === '..') ||
    forHosts.has(path.replace(/^\/+/, '/'))
  )
}

/** The path with the current slug, for a path with the right id and a wrong or old slug. */
function canonicalPath(root: string, path: string, manifest: Manifest): string | undefined {
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

/** False also for names that are too long for the file system. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
