import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const QUIET_LINES = 12

/** Runs Astro's build in a process of its own. Throws with the API call that failed, when that was it, or with its last lines. */
export function runAstro(
  root: string,
  settings: NodeJS.ProcessEnv,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', SITE_BASE: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  const tail: string[] = []
  let pages = 0
  const read = (line: string) => {
    if (!line) return
    tail.push(line)
    if (tail.length > QUIET_LINES) tail.shift()
    if (!/\/index\.html|404\.html/.test(line)) return
    pages += 1
    if (pages % 200 === 0) report(`${pages} pages`)
  }
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', read)
  return new Promise((done, fail) => {
    // Stopped is ended only when the builder has ended: until then it writes into the folder that is to go.
    child.on('error', (error) => (signal?.aborted ? undefined : fail(error)))
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(signal?.aborted ? 'it was stopped' : reasonOf(tail))),
    )
  })
}

function reasonOf(tail: readonly string[]): string {
  const call = tail.map((line) => line.match(/the API call .*/)?.[0]).find(Boolean)
  return call ?? `the page builder stopped:\n${tail.join('\n')}`
}
