import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { projectFiles, ROOT } from './support/project-files.ts'

/** Retired identifiers and the words that replace them. Ordinary words are refused in the forms that were in use. */
const IDENTIFIERS: Record<string, string> = {
  World: 'AppContext',
  Given: 'AppContext',
  told: 'result, reply',
  Told: '…Result',
  said: 'messages, reply',
  SAID: 'MESSAGES',
  made: 'result',
  kept: 'saved, stored',
  createKeep: 'createCache',
  KeepButton: 'OfflineCopyButton',
  ledger: 'dependencyTracker',
  Ledger: 'DependencyTracker',
  rehearsal: 'dryRun',
  rehearse: 'dryRun',
  heldOf: 'existingOf',
  Unfound: 'Missing…',
  unfound: 'missing',
  scratch: 'tempFiles',
  vault: 'encryption',
  joined: 'batchLoader',
  leftovers: 'orphanedMedia',
  openings: 'pageViews',
  tick: 'poll',
  StopReason: 'StartupError',
  placeInIndia: 'geoCountry',
  twins: 'alternates or precompressed',
  twinsOf: 'alternatesOf',
  linkWithTwins: 'linkWithPrecompressed',
  giveReason: 'hydrationTrigger',
  presses: 'preHydrationInput',
  inTurn: 'withLock',
  postTo: 'submitExternalForm',
  otherTabs: 'crossTabChannel',
  postbox: 'smtpServer',
  startPostbox: 'startSmtpServer',
  ears: 'listener',
  Ears: 'Listener',
  newcomer: 'newListener',
  basket: 'cart',
  Paying: 'PaymentShop',
  payingShop: 'shopWithGateways',
  Proceed: 'PaymentRedirect',
  Proceeding: 'PaymentRedirectState',
  settleLoose: 'assignLocales',
  billed: 'debit',
  gifter: 'giver',
  gifters: 'givers',
  gifterId: 'giverId',
  gifterOf: 'giverOf',
  Sender: 'Giver',
  ImportTold: 'FolderImportResult',
}

/** Retired names of files and folders. */
const FILES: Record<string, string> = {
  world: 'context',
  given: 'context',
  turn: 'handler',
  told: 'result',
  said: 'messages',
  made: 'result',
  outcome: 'result',
  wait: 'retry-after, advance-clock',
  kept: 'cache, saved',
  keep: 'cache, saved',
  'keep-button': 'offline-copy-button',
  'keep-state': 'offline-copy-state',
  ledger: 'dependency-tracker',
  question: 'tracked-query',
  rehearsal: 'dry-run',
  held: 'existing',
  unfound: 'missing',
  aside: 'subprocess',
  scratch: 'temp-files',
  vault: 'encryption',
  lock: 'encryption',
  open: 'encryption',
  mark: 'encryption',
  joined: 'batch-loader',
  leftovers: 'orphaned-media',
  openings: 'page-views',
  wire: 'serializers',
  readings: 'gauges',
  clock: 'poller',
  tick: 'poller',
  'stop-reason': 'startup-error',
  india: 'geo-country',
  known: 'known-networks',
  rights: 'entitlements',
  own: 'entitlements',
  place: 'position',
  places: 'positions',
  journal: 'saved-position',
  twins: 'alternates',
  pressed: 'precompressed',
  words: 'messages',
  space: 'namespace',
  fill: 'interpolate',
  moment: 'format',
  human: 'captcha',
  proof: 'proof-of-work',
  reason: 'hydration-trigger',
  early: 'pre-hydration-input',
  presses: 'pre-hydration-input',
  act: 'pending-action',
  turns: 'latest-only, with-lock',
  'in-turn': 'with-lock',
  leave: 'submit-external-form',
  'post-to': 'submit-external-form',
  'other-tabs': 'cross-tab-channel',
  late: 'fallback-page',
  'shell-of-new-titles': 'fallback-page',
  paper: 'pdf',
  sheet: 'invoice-layout',
  postbox: 'smtp-server',
  hearing: 'listening',
  learners: 'courses',
  newcomers: 'sign-up',
  newcomer: 'sign-up',
  arrival: 'accounts',
  shelf: 'library',
  basket: 'cart',
  'variant-lines': 'cart-lines',
  paying: 'payments',
  proceed: 'payment-redirect',
  settle: 'payments',
  renewing: 'renewals',
  billed: 'renewals',
  consent: 'renewals, mandate',
  giving: 'gifts',
  gifter: 'givers',
  gifters: 'givers',
  sender: 'giver',
  loose: 'import',
  hang: 'import',
  'my-data': 'privacy',
  dormant: 'privacy',
  observe: 'operations',
}

/** Retired only where they name a folder or a helper of tests: elsewhere these files carry the word in its usual meaning. */
const PATHS: Record<string, RegExp> = {
  row: /^src\/(?:contract|server\/http)\/rows?\.ts$/,
  serve: /^src\/.*\/serve\.ts$/,
  start: /^src\/.*\/start\.ts$/,
  report: /^src\/(?:stores|islands|elements|client)\/.*\/reports?\.ts$/,
  buyers: /^tests\/.*\/buyers\.ts$/,
  givers: /^tests\/.*\/givers\.ts$/,
  sound: /^(?:src\/\w+|tests\/\w+)\/sound\//,
  people: /^src\/(?!demo\/).*\/people[/.]/,
  player: /^(?:src\/\w+|tests\/\w+)\/player\//,
  lab: /^(?:src\/\w+|tests\/\w+)\/lab\//,
  subscriptions: /^(?:src\/\w+|tests\/\w+)\/subscriptions\//,
  letters: /^(?!.*\/desk\/).*\/letters[/.]/,
  listeners: /^(?!.*\/desk\/).*\/listeners[/.]/,
  sales: /^(?!.*\/desk\/).*\/sales[/.]/,
  'import-source': /\/import-source\/$/,
  operator: /^(?:src\/\w+|tests\/\w+)\/operator\//,
}

/** References to documents that a reader of the repository does not have. */
const DOCUMENTS =
  /\bdesign \d+\b|\bprotocols \d+(?:\.\d+)*\b|\bspec [CD]\d+\b|\([CD]\d{1,2}(?:[,) ])|\bthe specification\b/

const files = projectFiles('src', 'scripts', 'tests', 'astro.config.mjs').filter(
  (file) => /\.(?:ts|tsx|astro|css|js|mjs|sql|conf|sh)$/.test(file) && !file.endsWith('project/names.test.ts'),
)

/** Every identifier of a file, property names included. */
function identifiersIn(file: string): Set<string> {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest))
  return found
}

/** Folder names and the name of the file, without extensions. */
const namesIn = (file: string): string[] => [...dirname(file).split('/').slice(1), basename(file).split('.')[0] ?? '']

describe('names', () => {
  it('of files and folders are standard words', () => {
    const retired = files.flatMap((file) => [
      ...namesIn(file).flatMap((name) => (Object.hasOwn(FILES, name) ? [`${file}: call it ${FILES[name]}`] : [])),
      ...Object.entries(PATHS).flatMap(([name, path]) => (path.test(file) ? [`${file}: ${name} is retired`] : [])),
    ])
    expect(retired).toEqual([])
  })

  it('that the glossary retires are all refused', () => {
    const table =
      readFileSync(join(ROOT, 'src/GLOSSARY.md'), 'utf8')
        .split(/^## /m)
        .find((part) => part.startsWith('Retired')) ?? ''
    const retired = [...table.matchAll(/^\| ([^|]+?) +\| /gm)]
      .slice(2)
      .flatMap(([, cell = '']) => cell.replace(/\([^)]*\)/g, '').split(','))
      .map((name) => name.trim().replaceAll(' ', '-'))
    const refused = new Set([...Object.keys(FILES), ...Object.keys(IDENTIFIERS), ...Object.keys(PATHS)])
    const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
    expect(retired.length).toBeGreaterThan(80)
    expect(retired.filter((name) => name !== 'he' && !refused.has(name) && !refused.has(kebab(name)))).toEqual([])
  })

  it('in code are standard words', () => {
    const retired = files
      .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
      .flatMap((file) =>
        [...identifiersIn(file)].flatMap((name) =>
          Object.hasOwn(IDENTIFIERS, name) ? [`${file}: ${name} is ${IDENTIFIERS[name]}`] : [],
        ),
      )
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
