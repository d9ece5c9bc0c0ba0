import { defineConfig } from 'vitest/config'

const SLOW = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { test: { name: 'api', include: ['tests/api/**/*.test.ts'], globalSetup: ['tests/api/setup.ts'], ...SLOW } },
      // Tests of the built pages: `npm test` gives SHOP_DATA and SHOP_ADDRESS of a shop that it started.
      { test: { name: 'site', include: ['tests/site/**/*.test.ts'], ...SLOW } },
    ],
  },
})
