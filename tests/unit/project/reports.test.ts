import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPlaywright, readVitest } from '../../../scripts/test/reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SHOWN = `# Page snapshot
\`\`\`yaml
- banner:
  - link "Home":
    - /url: /
- main:
  - combobox "Country":
    - option "India" [selected]
    - option "Nepal"
  - alert: Too many attempts
- contentinfo:
  - link "Terms":
    - /url: /terms/
\`\`\`
`

test('[OP-3] a failed test of the browser prints each of its reasons and what its page showed', () => {
  const path = join(folder, 'error-context.md')
  writeFileSync(path, SHOWN)
  const results = [
    {
      errors: [
        { message: '\u001B[31mTest timeout of 3000ms exceeded.\u001B[39m' },
        { message: '\u001B[31mTest timeout of 3000ms exceeded.\u001B[39m' },
        { message: '\u001B[31mExpected: focused\u001B[39m\n\n    at node_modules/x.js' },
      ],
      attachments: [{ name: 'error-context', path }],
    },
  ]
  const specs = [{ ok: false, title: 'pays', file: 'cart.spec.ts', line: 7, tests: [{ results }] }]
  const stats = { expected: 4, unexpected: 1, flaky: 0 }
  const { passed, failed, failures } = readPlaywright(JSON.stringify({ stats, suites: [{ suites: [{ specs }] }] }))
  expect([passed, failed]).toEqual([4, 1])
  expect(
    failures
      .join('\n')
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'tests/e2e/cart.spec.ts:7 › pays',
    'Test timeout of 3000ms exceeded.',
    'Expected: focused',
    'the page:',
    '- main:',
    '- combobox "Country":',
    '- option "India" [selected]',
    '- alert: Too many attempts',
  ])
})

test('[OP-3] the page that the test itself was on is shown, with its address, not the idle one beside it', () => {
  const path = join(folder, 'idle.md')
  writeFileSync(path, '```yaml\n- generic: robots\n```')
  const body = Buffer.from(
    'http://localhost/sign-in/?next=a\n```yaml\n- main:\n  - alert: Wrong password\n```',
  ).toString('base64')
  const attachments = [
    { name: 'error-context', path },
    { name: 'shown', body },
  ]
  const specs = [
    { ok: false, title: 'pays', file: 'a.spec.ts', line: 7, tests: [{ results: [{ errors: [], attachments }] }] },
  ]
  const stats = { expected: 0, unexpected: 1, flaky: 0 }
  const { failures } = readPlaywright(JSON.stringify({ stats, specs }))
  expect(
    failures
      .join('\n')
      .split('\n')
      .map((line) => line.trim())
      .slice(1),
  ).toEqual(['the page: http://localhost/sign-in/?next=a', '- main:', '- alert: Wrong password'])
})

test('[OP-3] a test file that fails before its tests run counts as a failure', () => {
  const name = join(process.cwd(), 'tests/unit/x.test.ts')
  const report = { numPassedTests: 2, testResults: [{ name, status: 'failed', assertionResults: [] }] }
  expect(readVitest(JSON.stringify(report))).toEqual({ passed: 2, failed: 1, failures: ['tests/unit/x.test.ts'] })
})
