import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '../../../src/contract/time/day.ts'
import { acquireLock } from '../../../src/server/runtime/process-lock.ts'
import { codeOf } from '../../../src/server/runtime/startup-error.ts'
import { writeLogo } from '../build/brand-settings.ts'
import { compressAll } from '../host/compress.ts'
import { filesBelow } from '../files.ts'
import { runProcess } from './run-process.ts'

/** `brand`: the settings of the desk as JSON. */
type Options = { root: string; code: string; brand?: string; siteUrl: string; signal?: AbortSignal | undefined }

const RETRY_MS = 250

const BASE = '.astro/renderers'

/** Where the renderer of this code is, once it is made. */
export const rendererOf = (root: string, code: string): string => join(root, BASE, code)

/**
 * The folder of the bundle that renders the pages of this code, with scripts, styles and public files as they are served. It
 * is made once for each code, below the program: the bundle imports its packages.
 */
export async function ensureRenderer({ root, code, brand = '{}', siteUrl, signal }: Options): Promise<string> {
  const [base, folder] = [join(root, BASE), rendererOf(root, code)]
  if (existsSync(folder)) {
    await markUsed(folder)
    return folder
  }
  await mkdir(base, { recursive: true })
  const release = await lock(join(base, 'renderer.lock'), signal)
  try {
    if (existsSync(folder)) return folder
    await removeOld(base)
    const draft = join(base, `building-${process.pid}`)
    const [client, brandFile] = [join(draft, 'client'), join(base, 'building-brand.json')]
    await writeFile(brandFile, brand)
    const settings = { SITE_RENDERER: draft, SITE_OUT: client, SITE_URL: siteUrl, SITE_BRAND: brandFile }
    const args = [join(root, 'node_modules/astro/bin/astro.mjs'), 'build']
    await runProcess({ root, what: 'the Astro build', args, settings, report: () => undefined, signal })
    await writeLogo(brand, client)
    await compressAll(await filesBelow(client))
    await rename(draft, folder)
    return folder
  } finally {
    await release()
  }
}

/** So that a build of other code does not remove it. Where only another process may write, that one marks it. */
export async function markUsed(renderer: string): Promise<void> {
  await utimes(renderer, new Date(), new Date()).catch((error: unknown) => {
    if (!isReadOnly(error)) throw error
  })
}

/** The folder of the program belongs to another user, or is read-only: in a container, or by `ProtectSystem` of systemd. */
export const isReadOnly = (error: unknown): boolean => /^(?:EROFS|EACCES|EPERM)$/.test(codeOf(error) ?? '')

/** Two builds of Astro in one folder lose files, and one of them is enough. */
async function lock(file: string, signal?: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await acquireLock(file, () => 'taken')
    } catch (error) {
      if (!(error instanceof Error && error.message === 'taken')) throw error
      if (signal?.aborted) throw new Error('the build was stopped', { cause: error })
      await wait(RETRY_MS)
    }
  }
}

/** Those of older code, and of killed builds. One that was in use lately may still render. */
async function removeOld(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const folder = join(base, name)
    const isOld = name.startsWith('building-') || Date.now() - (await stat(folder)).mtimeMs > DAY_MS
    if (isOld && !name.includes('lock')) await rm(folder, { recursive: true, force: true })
  }
}
