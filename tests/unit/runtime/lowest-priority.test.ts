import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { runInSubprocess } from '../../../src/server/runtime/subprocess.ts'

const base = mkdtempSync(join(tmpdir(), 'shop-priority-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const MODULE = new URL('../../../src/server/runtime/subprocess.ts', import.meta.url)
const WORK_MS = 3_000

/** Uses the first processor until the deadline; its result is the processor time that it got, in milliseconds. */
function busyModule(name: string, isLowest: boolean): URL {
  const file = join(base, `${name}.mjs`)
  writeFileSync(
    file,
    `import { execFileSync } from 'node:child_process'
    import { lowerPriority } from '${MODULE.href}'
    execFileSync('taskset', ['-pc', '0', String(process.pid)])
    if (${isLowest}) lowerPriority()
    while (Date.now() < Number(process.argv[2]) - ${WORK_MS});
    const before = process.cpuUsage()
    while (Date.now() < Number(process.argv[2]));
    const { user, system } = process.cpuUsage(before)
    console.log(JSON.stringify({ ms: (user + system) / 1000 }))`,
  )
  return pathToFileURL(file)
}

it.skipIf(!existsSync('/usr/bin/taskset'))(
  '[SO-2] work of the lowest priority leaves the processor to others, in a group of processes of its own too',
  async () => {
    const until = String(Date.now() + 2_000 + WORK_MS)
    const [lowest, usual] = await Promise.all(
      [busyModule('lowest', true), busyModule('usual', false)].map((module) =>
        runInSubprocess<{ ms: number }>(module, [until], 'untilParentEnds', 60_000),
      ),
    )
    expect(usual?.ms).toBeGreaterThan(0)
    expect(lowest?.ms).toBeLessThan((usual?.ms ?? 0) / 3)
  },
)
