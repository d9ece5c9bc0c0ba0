import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../process/free-port.ts'
import { signalGroup, stopGroup } from '../../process/stop-group.ts'
import { chromiumOptions, chromiumPath } from '../../test/chromium.ts'
import { WORK } from './shop.ts'

export type Browser = { port: number; stop(): Promise<void> }

/** A Chromium with a debugging port, for Lighthouse. It ends with this process at the latest. */
export async function openBrowser(): Promise<Browser> {
  const path = chromiumPath()
  if (!path) throw new Error('no Chromium: install it or set CHROMIUM')
  const port = await freePort()
  const profile = join(WORK, 'chromium')
  rmSync(profile, { recursive: true, force: true })
  const { args: options = [], env } = chromiumOptions()
  const args = [
    '--headless',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    ...options,
    'about:blank',
  ]
  // A group of its own: Debian's path is a shell script, and ending that one would leave the browser behind.
  const child = spawn(path, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } })
  const kill = () => void signalGroup(child, 'SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    await stopGroup(child)
    process.off('exit', kill)
  }
  // A minute: on cores that encode sound meanwhile ten seconds were too few.
  for (let tries = 0; tries < 1_200; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined)
    if (answer?.ok) return { port, stop }
    await wait(50)
  }
  await stop()
  throw new Error('Chromium did not open its debugging port')
}
