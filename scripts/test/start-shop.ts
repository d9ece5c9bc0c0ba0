import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY_SECONDS = 900

export type RunningShop = { stop: () => Promise<void> }

/** A first start in an empty folder; the site and e2e tests use this shop. */
export async function startShop(folder: string, port: number): Promise<RunningShop> {
  rmSync(folder, { recursive: true, force: true })
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    SHOP_MODE: 'demo',
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
    // Tests wait for sound while others keep every core busy.
    SOUND_NICE: '5',
  }
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => child.on('exit', () => done()))
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(
      () => fail(new Error(`the shop was not ready in ${READY_SECONDS} s`)),
      READY_SECONDS * 1000,
    )
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      if (!chunk.toString().includes('ready http')) return
      clearTimeout(timer)
      done()
    })
    child.on('exit', (code) => fail(new Error(`the shop ended with code ${code} before it was ready`)))
  })
  return {
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
