import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

const STOPS = `
  const { stopGently } = await import('./scripts/process/stop-gently.ts')
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  stopGently(async () => { console.log('stopping'); await wait(Number(process.env.TAKES)); console.log('stopped') }, () => 60)
  setInterval(() => undefined, 1_000)
  console.log('ready')`

/** A process whose end takes this long: it gets a signal, and another one so much later. */
async function signalTwice(takes: number, gap: number): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', STOPS], {
    env: { ...process.env, TAKES: String(takes) },
  })
  let out = ''
  child.stdout.on('data', (part: Buffer) => {
    out += String(part)
    if (String(part).includes('ready')) child.kill('SIGINT')
    if (String(part).includes('stopping')) setTimeout(() => child.kill('SIGINT'), gap)
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, out }
}

it('[OP-3] Ctrl-C, which npm passes on once more, stops gently; pressed again it stops at once', async () => {
  const passedOn = await signalTwice(1_500, 5)
  expect([passedOn.code, passedOn.out]).toEqual([0, 'ready\nstopping\nstopped\n'])
  const again = await signalTwice(60_000, 1_200)
  expect([again.code, again.out]).toEqual([1, 'ready\nstopping\n'])
})
