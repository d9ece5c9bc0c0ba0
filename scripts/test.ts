// Every check that CI runs, in one command: npm test. `--only types,lint,…` runs some of them, `--shard 1/2` half of each.
import { spawn, type StdioOptions } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './process/free-port.ts'
import { ensureTools } from './test/ensure-tools.ts'
import { readOptions, type StepName } from './test/options.ts'
import { addTally, readPlaywright, readVitest, type Tally } from './test/reports.ts'
import { startShop, type RunningShop } from './test/start-shop.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORK = `${ROOT}.cache/test`
const BIN = `${ROOT}node_modules/.bin/`

/** `isPlain`: needs neither a shop nor a database, and runs beside the others of its kind while the shop starts. */
type Step = { name: StepName; isPlain?: boolean; needsShop?: boolean; lane?: Lane; run: () => Promise<Tally> }
/** Two rows of steps run side by side, because much of each is waiting. */
type Lane = 'api' | 'build'
const WORKERS = { api: 3, build: 2 }

const { only, shard } = optionsOrEnd()
// A shard can be without a test of one of the projects.
const shardArgs = (passEmpty: string) => (shard ? [`--shard=${shard}`, passEmpty] : [])

const total: Tally = { passed: 0, failed: 0, failures: [] }
let shopPort = 0

/** What is wrong with the options is a mistake of whoever typed them: its stack says nothing. */
function optionsOrEnd(): ReturnType<typeof readOptions> {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

function command(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  onOutput?: (part: Buffer) => void,
): Promise<number> {
  const stdio: StdioOptions = onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(`${BIN}${name}`, args, {
    cwd: ROOT,
    stdio,
    // Hundreds of processes start in the tests: each loads the same files.
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_COMPILE_CACHE: `${ROOT}.cache/compiled`, ...env },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput ?? (() => undefined))
  return new Promise((done, fail) => child.on('error', fail).on('close', (code) => done(code ?? 1)))
}

/** Tools with only an exit code count as one test. Their output is printed at once, because others run in parallel. */
const toolStep = (name: StepName, ...tools: [tool: string, ...args: string[]][]): Step => ({
  name,
  isPlain: true,
  run: async () => {
    const output: Buffer[] = []
    let code = 0
    for (const [tool, ...args] of tools) code = (await command(tool, args, {}, (part) => output.push(part))) || code
    process.stdout.write(Buffer.concat(output))
    return code === 0
      ? { passed: 1, failed: 0, failures: [] }
      : { passed: 0, failed: 1, failures: [`npm test -- --only ${name}`] }
  },
})

/** A run without a readable report counts as one failure. */
function readTally(file: string, code: number, read: (report: string) => Tally): Tally {
  try {
    const tally = read(readFileSync(file, 'utf8'))
    if (code === 0 || tally.failed > 0) return tally
    const failures =
      tally.failures.length > 0 ? tally.failures : [`${relative(ROOT, file)}: the run ended with code ${code}`]
    return { ...tally, failed: failures.length, failures }
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`${file}: ${String(error)}`] }
  }
}

const vitest = (name: StepName, lane: Lane, { projects = [name] as string[], needsShop = false } = {}): Step => ({
  name,
  needsShop,
  lane,
  run: async () => {
    const file = `${WORK}/${name}.json`
    const env = { SHOP_ADDRESS: `http://localhost:${shopPort}`, SHOP_DATA: `${WORK}/shop` }
    const code = await command(
      'vitest',
      [
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        `--maxWorkers=${WORKERS[lane]}`,
        ...shardArgs('--passWithNoTests'),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ],
      env,
    )
    return readTally(file, code, readVitest)
  },
})

const e2e: Step = {
  name: 'e2e',
  needsShop: true,
  run: async () => {
    const tally: Tally = { passed: 0, failed: 0, failures: [] }
    // One after the other whatever the one before said: a failure of the visitors must not hide what comes after them.
    for (const project of ['visitors', 'sound', 'whole-shop']) {
      const file = `${WORK}/e2e-${project}.json`
      const env = {
        SHOP_ADDRESS: `http://localhost:${shopPort}`,
        SHOP_DATA: `${WORK}/shop`,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      }
      rmSync(file, { force: true })
      const shards = shardArgs('--pass-with-no-tests')
      const args = ['test', '-c', 'tests/e2e', `--project=${project}`, '--no-deps', '--reporter=list,json', ...shards]
      addTally(tally, readTally(file, await command('playwright', args, env), readPlaywright))
    }
    return tally
  },
}

/** Every benchmark once with the smallest numbers, on the shop of the tests, which is stopped by now: only that it runs. */
const bench: Step = {
  name: 'bench',
  run: async () => {
    await shop?.stop()
    shop = undefined
    const env = existsSync(`${WORK}/shop/site`) ? { BENCH_SHOP: `${WORK}/shop`, BENCH_PORT: String(shopPort) } : {}
    const output: Buffer[] = []
    const code = await command('node', ['scripts/bench.ts', '--mini'], env, (part) => output.push(part))
    process.stdout.write(Buffer.concat(output))
    return code === 0
      ? { passed: 1, failed: 0, failures: [] }
      : { passed: 0, failed: 1, failures: ['npm run bench -- --mini'] }
  },
}

const steps: Step[] = [
  // The first reads pages and makes the types of their content; the second, ten times as fast, reads everything else.
  toolStep(
    'types',
    ['astro', 'check', '--minimumSeverity', 'warning', '--tsconfig', 'scripts/test/tsconfig.pages.json'],
    ['node', `${ROOT}node_modules/typescript-native/bin/tsc`, '--noEmit'],
  ),
  toolStep('lint', ['oxlint', '--deny-warnings']),
  toolStep('format', ['oxfmt', '--check'], ['prettier', '--check', '--log-level', 'warn', 'src/**/*.astro']),
  // Layout, messages, contrast, requirements and the other tables that must agree are unit tests of tests/unit/project.
  vitest('unit', 'build'),
  vitest('stores', 'build'),
  vitest('api', 'api'),
  vitest('build', 'build', { projects: ['publish', 'site'], needsShop: true }),
  e2e,
  bench,
]

let shop: RunningShop | undefined
const seconds: [name: string, seconds: number][] = []

async function runStep({ name, run }: Step): Promise<void> {
  const started = Date.now()
  console.log(`\n— ${name}`)
  const part = await run()
  addTally(total, part)
  const taken = Math.round((Date.now() - started) / 1000)
  seconds.push([name, taken])
  console.log(`— ${name}: ${part.passed} passed, ${part.failed} failed, ${taken} s`)
}

async function runInOrder(some: readonly Step[]): Promise<void> {
  for (const step of some) await runStep(step)
}

async function openShop(): Promise<void> {
  const started = Date.now()
  ensureTools()
  shopPort = await freePort()
  shop = await startShop(`${WORK}/shop`, shopPort)
  total.passed += 1
  seconds.push(['first start of a shop', Math.round((Date.now() - started) / 1000)])
}

async function main(): Promise<void> {
  const chosen = steps.filter(({ name }) => only.has(name))
  mkdirSync(WORK, { recursive: true })
  try {
    // The checks of the code take one core, the first start of the shop waits for a database and a browser's tools.
    const checks = Promise.all(chosen.filter(({ isPlain }) => isPlain).map(runStep))
    await Promise.all([checks, ...(chosen.some(({ needsShop }) => needsShop) ? [openShop()] : [])])
    await Promise.all((['api', 'build'] as const).map((one) => runInOrder(chosen.filter(({ lane }) => lane === one))))
    await runInOrder(chosen.filter(({ isPlain, lane }) => !isPlain && !lane))
  } catch (error) {
    total.failed += 1
    total.failures.push(error instanceof Error ? error.message : String(error))
  } finally {
    await shop?.stop()
  }
}

await main()
// Repeated at the end, because a long log hides earlier lines.
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map((one) => `  ${one}`).join('\n')}`)
console.log(`\n${seconds.map(([name, taken]) => `${String(taken).padStart(5)} s  ${name}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
