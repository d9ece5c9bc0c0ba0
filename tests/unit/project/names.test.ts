import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Retired identifiers and the words that replace them. */
const IDENTIFIERS: Record<string, string> = {
  World: 'AppContext',
  StopReason: 'StartupError',
  Unfound: 'Missing…',
  unfound: 'missing',
  rehearsal: 'dryRun',
  rehearse: 'dryRun',
  createKeep: 'createCache',
  heldOf: 'existingOf',
  giveReason: 'hydrationTrigger',
  leftovers: 'orphanedMedia',
  openings: 'pageViews',
  twins: 'alternates or precompressed',
  alternatesOf: 'alternatesOf',
  linkWithTwins: 'linkWithPrecompressed',
  ledger: 'dependencyTracker',
  Ledger: 'DependencyTracker',
  postbox: 'smtpServer',
  startPostbox: 'startSmtpServer',
  Desk: 'MappingContext',
  settleLoose: 'assignLocales',
  ImportTold: 'FolderImportResult',
  vault: 'encryption',
  scratch: 'tempFiles',
  inTurn: 'withLock',
  postTo: 'submitExternalForm',
  otherTabs: 'crossTabChannel',
  placeInIndia: 'geoCountry',
}

/** Retired file names. */
const FILES: Record<string, string> = {
  world: 'context',
  'stop-reason': 'startup-error',
  rehearsal: 'dry-run',
  leftovers: 'orphaned-media',
  openings: 'page-views',
  twins: 'alternates',
  ledger: 'dependency-tracker',
  postbox: 'smtp-server',
  vault: 'encryption',
  scratch: 'temp-files',
  aside: 'subprocess',
  joined: 'batch-loader',
  readings: 'gauges',
  'other-tabs': 'cross-tab-channel',
  journal: 'saved-position',
  paper: 'pdf',
  sheet: 'invoice-layout',
  letters: 'mail-templates',
  newcomer: 'sign-up',
  paying: 'payments',
  renewing: 'renewals',
  giving: 'gifts',
}

/** References to documents that a reader of the repository does not have. */
const DOCUMENTS =
  /\bdesign \d+\b|\bprotocols \d+(?:\.\d+)*\b|\bspec [CD]\d+\b|\([CD]\d{1,2}(?:[,) ])|\bthe specification\b/

const files = execFileSync('git', ['ls-files', 'src', 'scripts', 'tests', 'astro.config.mjs'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|astro|css|js|mjs|sql|conf|sh)$/.test(file) && !file.endsWith('project/names.test.ts'))

const word = new RegExp(`(?<![\\w$'"-])(${Object.keys(IDENTIFIERS).join('|')})(?![\\w$'"-])`, 'g')

/** Code without comments, texts and quoted strings. */
function codeOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<![:'"`\w/])\/\/[^\n]*/g, '')
    .replace(/'(?:\\.|[^'\\\n])*'/g, "''")
    .replace(/`(?:\\.|[^`\\$]|\$(?!\{))*`/g, '``')
}

describe('names', () => {
  it('of files are standard words', () => {
    const retired = files.flatMap((file) => {
      const [stem = ''] = basename(file).split('.')
      return Object.hasOwn(FILES, stem) ? [`${file}: call it ${FILES[stem]}`] : []
    })
    expect(retired).toEqual([])
  })

  it('in code are standard words', () => {
    const retired = files
      .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
      .flatMap((file) => {
        const found = new Set(codeOf(readFileSync(join(ROOT, file), 'utf8')).match(word))
        return [...found].map((name) => `${file}: ${name} is ${IDENTIFIERS[name]}`)
      })
    expect(retired).toEqual([])
  })

  it('of documents that are not in the repository are not mentioned', () => {
    const referring = files
      .filter((file) => !file.endsWith('.sql'))
      .flatMap((file) => {
        const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
        return lines.flatMap((line, index) =>
          DOCUMENTS.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 90)}`] : [],
        )
      })
    expect(referring).toEqual([])
  })
})
