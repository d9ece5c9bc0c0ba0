import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright'
import { phoneFonts } from './phone-fonts.ts'

// The headless shell has no window and takes a third less time.
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The Chromium of the system. `CHROMIUM` overrides its path. */
export function chromiumPath(): string | undefined {
  return process.env['CHROMIUM'] ?? SYSTEM.find((path) => existsSync(path))
}

/** A Chromium with everything that a person's has; the headless shell lacks the cache of pages that were left. */
export function windowedChromiumPath(): string | undefined {
  return [chromiumPath(), ...SYSTEM].find((path) => path && !path.endsWith('headless-shell') && existsSync(path))
}

export function chromiumOptions(): LaunchOptions {
  const executablePath = chromiumPath()
  return {
    ...(executablePath ? { executablePath } : {}),
    env: { ...process.env, FONTCONFIG_FILE: phoneFonts },
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // As on phones: letters keep their widths between whole pixels, so that lines break where they break there.
      '--font-render-hinting=none',
      '--autoplay-policy=user-gesture-required',
      // Fewer processes per page save a fifth of the time on two cores.
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-site-isolation-trials',
    ],
  }
}
