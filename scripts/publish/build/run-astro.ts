import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const TAIL_LINES = 12

/** Runs the Astro build in a subprocess. Throws the failed API call, or the last lines of its output. */
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
    if (tail.length > TAIL_LINES) tail.shift()
    if (!/\/index\.html|404\.html/.test(line)) return
    pages += 1
    if (pages % 200 === 0) report(`${pages} pages`)
  }
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', read)
  return new Promise((done, fail) => {
    // Wait for the exit of a stopped build: until then it writes into the folder that is deleted next.
    child.on('error', (error) => (signal?.aborted ? undefined : fail(error)))
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(signal?.aborted ? 'the build was stopped' : reasonOf(tail))),
    )
  })
}

function reasonOf(tail: readonly string[]): string {
  const call = tail.map((line) => line.match(/the API call .*/)?.[0]).find(Boolean)
  return call ?? `the Astro build failed:\n${tail.join('\n')}`
}
