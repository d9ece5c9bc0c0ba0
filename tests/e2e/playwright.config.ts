import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '../../scripts/test/chromium.ts'

/** Changes what all visitors see: run when nobody else looks. One alone: `--no-deps`. */
const WHOLE_SHOP = /whole-shop\.spec\.ts$/
/** Measures what is heard, word by word: one after the other when nothing else takes the cores, or the sound itself has gaps. */
const SOUND = /(?:editions|shorter-pauses|speed)\.spec\.ts$/

const { args = [], ...browser } = chromiumOptions()

export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/test/e2e',
  // Nothing waits for time, so a limit only ends what would never come, on the slowest machine too.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // No retries: a test that passes the second time hides a race.
  retries: 0,
  forbidOnly: true,
  fullyParallel: true,
  projects: [
    { name: 'visitors', testIgnore: [WHOLE_SHOP, SOUND] },
    { name: 'sound', testMatch: SOUND, workers: 1, dependencies: ['visitors'] },
    { name: 'whole-shop', testMatch: WHOLE_SHOP, dependencies: ['sound'] },
  ],
  // One more than the cores of the smallest machine: much of a test is waiting for what a person waits for.
  workers: 3,
  use: {
    baseURL: process.env['SHOP_ADDRESS'] ?? 'http://localhost:4321',
    // The pages of a context share a process, and what it has read and compiled; each context has a process of its own.
    launchOptions: { ...browser, args: [...args, '--renderer-process-limit=1'] },
    timezoneId: 'Asia/Kolkata',
    // `page.route` does not see what a worker asks for; offline*.spec.ts let it in.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // Traces of tests that pass cost a quarter of the time; `--trace on` brings them back.
    screenshot: 'only-on-failure',
  },
})
