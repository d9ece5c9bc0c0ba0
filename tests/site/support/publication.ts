import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildFolder, Proxy, runBuild } from './proxy.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The `site` folder of a published small catalog, for tests to copy. */
    publication: string
  }
}

/** Builds and publishes the small catalog once; tests of rebuilds begin with a copy. */
export async function setup(project: TestProject): Promise<() => void> {
  const [proxy, folder] = [new Proxy(), buildFolder('publication')]
  await proxy.start()
  const { code, error } = await runBuild({ apiUrl: proxy.address, dataDir: folder })
  proxy.stop()
  if (code !== 0) throw new Error(`the first build failed: ${error.join('\n')}`)
  project.provide('publication', join(folder, 'site'))
  return () => rmSync(folder, { recursive: true, force: true })
}
