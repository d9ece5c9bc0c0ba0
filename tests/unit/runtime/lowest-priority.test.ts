import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { runInSubprocess } from '../../../src/server/runtime/subprocess.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-priority-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const MODULE = new URL('../../../src/server/runtime/subprocess.ts', import.meta.url)
const WORK_MS = 3_000
const deadline = join(base, 'deadline')

/** Says that it is up, waits for the deadline, and uses the first processor until then; its result is the processor time that it got, in milliseconds. */
function busyModule(name: string, isLowest: boolean): URL {
  const file = join(base, `${name}.mjs`)
  writeFileSync(
    file,
    `import { execFileSync } from 'node:child_process'
    import { existsSync, readFileSync, writeFileSync } from 'node:fs'
    import { setTimeout as wait } from 'node:timers/promises'
    import { lowerPriority } from '${MODULE.href}'
    execFileSync('taskset', ['-pc', '0', String(process.pid)])
    if (${isLowest}) lowerPriority()
    writeFileSync('${file}.up', '')
    while (!existsSync('${deadline}')) await wait(20)
    const until = Number(readFileSync('${deadline}', 'utf8'))
    while (Date.now() < until - ${WORK_MS});
    const before = process.cpuUsage()
    while (Date.now() < until);
    const { user, system } = process.cpuUsage(before)
    console.log(JSON.stringify({ ms: (user + system) / 1000 }))`,
  )
  return pathToFileURL(file)
}

it.skipIf(!existsSync('/usr/bin/taskset'))(
  '[SO-2] work of the lowest priority leaves the processor to others, in a group of processes of its own too',
  async () => {
    const modules = [busyModule('lowest', true), busyModule('usual', false)]
    const results = Promise.all(
      modules.map((module) => runInSubprocess<{ ms: number }>(module, [], 'untilParentEnds', 120_000)),
    )
    const areUp = () => modules.every((module) => existsSync(`${fileURLToPath(module)}.up`))
    await expect.poll(areUp, { timeout: 60_000 }).toBe(true)
    writeFileSync(`${deadline}.new`, String(Date.now() + 1_000 + WORK_MS))
    renameSync(`${deadline}.new`, deadline)
    const [lowest, usual] = await results
    expect(usual?.ms).toBeGreaterThan(0)
    expect(lowest?.ms).toBeLessThan((usual?.ms ?? 0) / 3)
  },
)
