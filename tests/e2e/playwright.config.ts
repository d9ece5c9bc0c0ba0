import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '../../scripts/chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/test/e2e',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  // No retries: a test that passes the second time hides a race.
  retries: 0,
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  use: {
    baseURL: process.env['SHOP_ADDRESS'] ?? 'http://localhost:4321',
    launchOptions: chromiumOptions(),
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
  },
})
