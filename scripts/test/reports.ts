import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** `failures`: names of failed tests. */
export type Tally = { passed: number; failed: number; failures: string[] }

/** Adds what a part found to the sum. */
export function addTally(sum: Tally, part: Tally): void {
  sum.passed += part.passed
  sum.failed += part.failed
  sum.failures.push(...part.failures)
}

type VitestReport = {
  numPassedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

export function readVitest(text: string): Tally {
  const { numPassedTests: passed, testResults } = JSON.parse(text) as VitestReport
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName }) => `${relative(ROOT, name)} › ${fullName}`)
    return status === 'failed' && tests.length === 0 ? [relative(ROOT, name)] : tests
  })
  return { passed, failed: failures.length, failures }
}

type Suite = { suites?: Suite[]; specs?: { ok: boolean; title: string; file: string; line: number }[] }
type PlaywrightReport = Suite & { stats: { expected: number; unexpected: number; flaky: number } }

const failedIn = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title, file, line }) => `tests/e2e/${file}:${line} › ${title}`),
  ...suites.flatMap(failedIn),
]

export function readPlaywright(text: string): Tally {
  const report = JSON.parse(text) as PlaywrightReport
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected, failed: unexpected + flaky, failures: failedIn(report) }
}
