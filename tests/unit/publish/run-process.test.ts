import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runProcess } from '../../../scripts/publish/render/run-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(code: string): Promise<void> {
  const file = join(folder, 'step.mjs')
  writeFileSync(file, code)
  return runProcess({ root: folder, what: 'the step', args: [file], settings: {}, report: () => undefined })
}

// A thread that compiles may keep `process.exit` from ending: the process then stays, with nothing left to do.
const HANGS = 'setInterval(() => undefined, 1000);'

describe('a step of a build', () => {
  it('[SP-2] is over when it tells so, even when its process would never end', async () => {
    await expect(run(`${HANGS} process.send('done')`)).resolves.toBeUndefined()
  })

  it('[SP-2] is over when its process ends', async () => {
    await expect(run('process.exit(0)')).resolves.toBeUndefined()
    await expect(run(`console.error('no catalog'); process.exit(1)`)).rejects.toThrow('the step failed:\nno catalog')
  })

  it('[SP-2] that is killed has failed', async () => {
    await expect(run(`console.error('no memory'); process.kill(process.pid, 'SIGKILL')`)).rejects.toThrow('no memory')
  })
})
