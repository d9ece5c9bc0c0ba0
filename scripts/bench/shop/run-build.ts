import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { measureMemory } from '../weight.ts'
import { cpuOfEnded } from './cpu.ts'
import { ROOT } from './shop.ts'

/**
 * `seconds`: until the pages were served, or nothing was found to do; `end`: until the process ended, because a build prepares
 * the next one afterwards. `cpu`: seconds of all its processes. `builder`: peak memory in MB of the largest of those that it starts.
 */
export type BuildRun = {
  seconds: number
  end: number
  cpu: number
  pages: number
  rendered: number
  publisher: number
  builder: number
}

/** Runs `npm run build` or `npm run rebuild` as an operator does. */
export async function runBuild(script: 'build' | 'rebuild', apiUrl: string, dataDir: string): Promise<BuildRun> {
  const [started, cpuBefore] = [performance.now(), cpuOfEnded()]
  const since = () => (performance.now() - started) / 1000
  // The cache of compiled code, as `npm run rebuild` has it.
  const compiled = script === 'rebuild' ? { NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled') } : {}
  const env = { ...process.env, ...compiled, DATA_DIR: dataDir, API_URL: apiUrl, SITE_URL: 'http://localhost:4321' }
  const child = spawn(process.execPath, [`scripts/${script}.ts`], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stopMeasuring = measureMemory(child.pid ?? 0)
  let [output, served] = ['', 0]
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (served === 0 && /published|nothing changed/.test(output)) served = since()
  })
  const code = await new Promise((done) => child.on('exit', done))
  const processes = stopMeasuring()
  const publisher = processes.get(child.pid ?? 0)?.megabytes ?? 0
  processes.delete(child.pid ?? 0)
  if (code !== 0) throw new Error(`${script} ended with code ${String(code)}: ${output}`)
  return {
    seconds: served || since(),
    end: since(),
    cpu: cpuOfEnded() - cpuBefore,
    pages: Number(output.match(/published (\d+) pages/)?.[1] ?? 0),
    rendered: Number(output.match(/(\d+) of them new/)?.[1] ?? 0),
    publisher,
    builder: Math.max(0, ...[...processes.values()].map(({ megabytes }) => megabytes)),
  }
}
