/**
 * Migrations that break an older release, each with the reason why it is accepted. All others must keep the old code working:
 * it serves requests while the new release migrates, and a rollback starts it on the migrated database.
 */
export const BREAKING: Readonly<Record<string, string>> = {
  '0003_listening': 'before the first release: no older process exists',
  '0005_listeners': 'before the first release: no older process exists',
}

/** Migrations that look as if they broke an older release and do not, each with the reason. */
export const REVIEWED: Readonly<Record<string, string>> = {
  '0016_contact_phones': 'widens a limit: what older processes write still fits',
  '0024_desk_sales': 'allows more than older processes write, and checks a column that they leave empty',
  '0025_desk_shop': 'the check is of a new column, which older processes leave empty',
  '0034_series':
    'allows more than older processes write, and the other checks are of new columns, which they leave empty',
  '0040_held_payments': 'the check is of a new column, which older processes leave empty',
  '0046_overdue_renewals': 'allows more than older processes write; pages of older releases get it as `failed`',
  '0028_sound': 'drops an index that only a count at the desk used',
}

type Rule = [what: string, pattern: RegExp]
const RULES: readonly Rule[] = [
  ['drops', /\bdrop\s+(?:table|column|type|view|function|sequence|schema|constraint|default|index|trigger)\b/i],
  ['renames', /\brename\s+(?:to|column|constraint|value)\b/i],
  ['changes a type', /\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/i],
  ['forbids null', /\bset\s+not\s+null\b/i],
  ['empties', /\btruncate\b|\bdelete\s+from\b/i],
]

/** Names the changes of a migration that break older releases; empty when it only adds. */
export function breaksOf(sql: string): string[] {
  const created = new Set(
    [...sql.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi)].map(([, table]) => table),
  )
  return sql.split('--> statement-breakpoint').flatMap((statement) => {
    const rules = RULES.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what)
    const table =
      /\balter\s+table\s+(?:only\s+)?(?:"?\w+"?\.)?"?(\w+)"?/i.exec(statement)?.[1] ??
      /\bunique\s+index\s+.*?\bon\s+(?:"?\w+"?\.)?"?(\w+)"?/i.exec(statement)?.[1]
    const isNew = table === undefined || created.has(table)
    const isConstraint =
      !isNew &&
      /\badd\s+constraint\b.*\b(?:check|unique|exclude|foreign\s+key)\b|\bcreate\s+unique\s+index\b/is.test(statement)
    const isRequiredColumn =
      !isNew &&
      /\badd\s+column\b/i.test(statement) &&
      /\bnot\s+null\b/i.test(statement) &&
      !/\bdefault\b|\bgenerated\b/i.test(statement)
    return [
      ...rules,
      ...(isConstraint ? ['forbids what old processes write'] : []),
      ...(isRequiredColumn ? ['demands a value that old processes do not give'] : []),
    ]
  })
}
