import { spawn, type ChildProcess } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { signalGroup, stopGroup } from '../../../scripts/process/stop-group.ts'

/** What a browser of the benchmarks leaves behind: a shell script that ends at once, and processes that it started. */
describe('ending a group of processes', () => {
  const started: ChildProcess[] = []
  afterEach(() => started.splice(0).forEach((child) => signalGroup(child, 'SIGKILL')))
  const start = async (script: string): Promise<ChildProcess> => {
    const child = spawn('sh', ['-c', `${script} echo ready; wait`], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    started.push(child)
    await new Promise((done) => child.stdout.once('data', done))
    return child
  }

  it('[SP-1] leaves nobody of those that the script started', async () => {
    const child = await start('sleep 600 & sleep 600 &')
    await stopGroup(child)
    expect(signalGroup(child, 0)).toBe(false)
  })

  it('[SP-1] kills who does not want to end', async () => {
    const child = await start(`trap '' TERM; sleep 600 & sleep 600 &`)
    await stopGroup(child, 100)
    expect(signalGroup(child, 0)).toBe(false)
  })

  it('[SP-1] does nothing when everybody has ended', async () => {
    const child = await start('sleep 600 &')
    await stopGroup(child)
    await expect(stopGroup(child)).resolves.toBeUndefined()
  })
})
