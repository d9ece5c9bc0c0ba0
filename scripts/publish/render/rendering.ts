import { fileURLToPath } from 'node:url'
import { runProcess } from './run-process.ts'

/** A process that opens the renderer while the catalog is still being read, and then waits. */
export type Rendering = {
  /**
   * Lets it read the stored catalog and render, from the next turn of the event loop on, until all pages are written. It may be called again.
   * Throws the reason when that fails.
   */
  begin(): Promise<void>
  /** Waits until it has written too what the next build needs to know, and is over. Throws the reason when that fails. */
  end(): Promise<void>
  /** Ends it, unless it is over. */
  cancel(): Promise<void>
}
type Options = {
  root: string
  settings: NodeJS.ProcessEnv
  report: (line: string) => void
  signal?: AbortSignal | undefined
}

export function startRendering({ signal, settings, ...options }: Options): Rendering {
  const [cancelled, begun, rendered] = [
    new AbortController(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ]
  const done = runProcess({
    ...options,
    // A process of an older release, which runs on while the program is updated, sends no message: it is not waited for.
    settings: { ...settings, SITE_WAITS: 'yes' },
    what: 'rendering',
    args: [fileURLToPath(new URL('build-pages.ts', import.meta.url))],
    signal: AbortSignal.any([cancelled.signal, ...(signal ? [signal] : [])]),
    begin: begun.promise,
    onMessage: (message) => message === 'rendered' && rendered.resolve(),
  })
  const pages = Promise.race([rendered.promise, done])
  // Thrown by `begin` and `end`.
  for (const thrown of [pages, done]) thrown.catch(() => undefined)
  return {
    begin() {
      begun.resolve()
      return pages
    },
    end: () => done,
    async cancel() {
      cancelled.abort()
      await done.catch(() => undefined)
    },
  }
}
