import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, most of it by waiting. */
const LONGEST = [
  'operations/processes',
  'operations/npm-start',
  'payments/killed',
  'db/migrations',
  'operations/start',
  'import/',
  'publish/rebuild',
]

/** Begins with the longest files, so that no worker is left alone with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.includes(name))
    const others = await super.sort(files.filter((file) => !isLong(file)))
    return [...files.filter(isLong), ...others]
  }
}

// These only end what would never come, on the slowest machine too.
const SLOW = { testTimeout: 180_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    // Most of the work is done by others: PostgreSQL, shops and builds of their own, clocks. One worker, vitest's choice on two cores, waits for them.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], ...SLOW } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/api/support/setup.ts'],
          // The application is loaded once a worker, not once a file: half of the time. Each file has its own database.
          isolate: false,
          // Other tests keep every core busy: what gives way to them would not end before they do.
          env: { SOUND_NICE: '0' },
          ...SLOW,
        },
      },
      // Stores against the API in memory, without a browser.
      {
        test: {
          name: 'stores',
          include: ['tests/stores/**/*.test.ts'],
          globalSetup: ['tests/api/support/setup.ts'],
          setupFiles: ['tests/stores/support/browser.ts'],
          ...SLOW,
        },
      },
      // Tests of the built pages: `npm test` gives SHOP_DATA and SHOP_ADDRESS of a shop that it started.
      { test: { name: 'site', include: ['tests/site/*.test.ts'], ...SLOW } },
      // Builds and rebuilds of a small catalog, which begin with a copy of one publication.
      {
        test: {
          name: 'publish',
          include: ['tests/site/publish/*.test.ts'],
          globalSetup: ['tests/site/support/publication.ts'],
          ...SLOW,
        },
      },
    ],
  },
})
