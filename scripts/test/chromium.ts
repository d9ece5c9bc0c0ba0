import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright'

// The shell opens no window: the same tests take a third less time in it.
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The system's Chromium with flags that keep it quiet and off the network. `CHROMIUM` names another. */
export function chromiumPath(): string | undefined {
  return process.env['CHROMIUM'] ?? SYSTEM.find((path) => existsSync(path))
}

export function chromiumOptions(): LaunchOptions {
  const executablePath = chromiumPath()
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=user-gesture-required',
      // Fewer processes a page: a fifth of the time of a run on two cores.
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-site-isolation-trials',
    ],
  }
}
