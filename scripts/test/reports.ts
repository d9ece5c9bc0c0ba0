import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** `failures`: names of failed tests, each with the first lines of why and of what the page showed. */
export type Tally = { passed: number; failed: number; failures: string[] }

const REASON_LINES = 12
/**
 * The name of a test and why it failed, without colours, blank lines and the lines of the stack in packages; whoever has
 * only the end of a log reads this. Every reason is shown: after a timeout the first one does not name the call that hung.
 */
function failureOf(name: string, reasons: readonly string[] = []): string {
  const shown = [...new Set(reasons)].flatMap((reason) =>
    stripVTControlCharacters(reason)
      .split('\n')
      .filter((line) => !/^\s*$|^\s+at .*node_modules/.test(line))
      .slice(0, REASON_LINES),
  )
  return [name, ...shown.map((line) => `      ${line}`)].join('\n')
}

/** Adds what a part found to the sum. */
export function addTally(sum: Tally, part: Tally): void {
  sum.passed += part.passed
  sum.failed += part.failed
  sum.failures.push(...part.failures)
}

type Assertion = { status: string; fullName: string; failureMessages?: string[] }
type VitestReport = {
  numPassedTests: number
  testResults: { name: string; status: string; assertionResults: Assertion[] }[]
}

export function readVitest(text: string): Tally {
  const { numPassedTests: passed, testResults } = JSON.parse(text) as VitestReport
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName, failureMessages }) => failureOf(`${relative(ROOT, name)} › ${fullName}`, failureMessages))
    return status === 'failed' && tests.length === 0 ? [relative(ROOT, name)] : tests
  })
  return { passed, failed: failures.length, failures }
}

/** `body`: in base64. */
type Attachment = { name: string; path?: string; body?: string }
type Result = { errors?: { message?: string }[]; attachments?: Attachment[] }
type Spec = { ok: boolean; title: string; file: string; line: number; tests?: { results?: Result[] }[] }
type Suite = { suites?: Suite[]; specs?: Spec[] }
type PlaywrightReport = Suite & { stats: { expected: number; unexpected: number; flaky: number } }

const reasonsOf = ({ tests = [] }: Spec): string[] =>
  tests.flatMap(({ results = [] }) => results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)))

const PAGE_LINES = 120
const NOT_SHOWN = /^\s*- (?:\/url:|option (?!.*\[selected\]))/
/** What the page showed when its test failed, as Playwright describes it: without addresses, header, footer, and what lists offer but is not chosen. */
function pageOf(context: string): string[] {
  const lines = (context.split('```yaml\n')[1]?.split('```')[0] ?? '').split('\n')
  let isFrame = false
  return lines
    .filter((line) => {
      if (/^- /.test(line)) isFrame = /^- (?:banner|contentinfo)/.test(line)
      return !isFrame && line !== '' && !NOT_SHOWN.test(line)
    })
    .slice(0, PAGE_LINES)
}

/** What the test itself attached (tests/e2e/support/test.ts), else what Playwright did. */
function pagesOf({ tests = [] }: Spec): string[] {
  const all = tests.flatMap(({ results = [] }) => results.flatMap(({ attachments = [] }) => attachments))
  const own = all.filter(({ name }) => name === 'shown').map(({ body = '' }) => Buffer.from(body, 'base64').toString())
  const ofContext = all
    .filter(({ name, path }) => name === 'error-context' && path !== undefined && existsSync(path))
    .map(({ path = '' }) => readFileSync(path, 'utf8'))
  return (own.length > 0 ? own : ofContext).flatMap((text) => [
    `the page: ${/^https?:\S+/.exec(text)?.[0] ?? ''}`.trim(),
    ...pageOf(text),
  ])
}

const failedIn = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map((spec) =>
      [
        failureOf(`tests/e2e/${spec.file}:${spec.line} › ${spec.title}`, reasonsOf(spec)),
        ...pagesOf(spec).map((line) => `      ${line}`),
      ].join('\n'),
    ),
  ...suites.flatMap(failedIn),
]

export function readPlaywright(text: string): Tally {
  const report = JSON.parse(text) as PlaywrightReport
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected, failed: unexpected + flaky, failures: failedIn(report) }
}
