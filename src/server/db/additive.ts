/**
 * Migrations that an older process would not survive, each with the reason why it may be all the same. Everything else must
 * leave the old code working: it goes on serving while the new one migrates, and an older release starts over it again.
 */
export const BREAKING: Readonly<Record<string, string>> = {
  '0003_listening': 'before the first release: no older process exists',
  '0005_listeners': 'before the first release: no older process exists',
}

type Rule = [what: string, pattern: RegExp]
const RULES: readonly Rule[] = [
  ['drops', /\bdrop\s+(?:table|column|type|view|function|sequence|schema|constraint|default|index|trigger)\b/i],
  ['renames', /\brename\s+(?:to|column|constraint|value)\b/i],
  ['changes a type', /\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/i],
  ['forbids null', /\bset\s+not\s+null\b/i],
  ['empties', /\btruncate\b|\bdelete\s+from\b/i],
]

/** What a migration does to tables that old processes use; empty when it only adds. */
export function breaksOf(sql: string): string[] {
  const made = new Set(
    [...sql.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi)].map(([, table]) => table),
  )
  return sql.split('--> statement-breakpoint').flatMap((statement) => {
    const rules = RULES.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what)
    const table =
      /\balter\s+table\s+(?:only\s+)?(?:"?\w+"?\.)?"?(\w+)"?/i.exec(statement)?.[1] ??
      /\bunique\s+index\s+.*?\bon\s+(?:"?\w+"?\.)?"?(\w+)"?/i.exec(statement)?.[1]
    const isNew = table === undefined || made.has(table)
    const isTight =
      !isNew &&
      /\badd\s+constraint\b.*\b(?:check|unique|exclude|foreign\s+key)\b|\bcreate\s+unique\s+index\b/is.test(statement)
    const isDemanding =
      !isNew &&
      /\badd\s+column\b/i.test(statement) &&
      /\bnot\s+null\b/i.test(statement) &&
      !/\bdefault\b|\bgenerated\b/i.test(statement)
    return [
      ...rules,
      ...(isTight ? ['forbids what old processes write'] : []),
      ...(isDemanding ? ['demands a value that old processes do not give'] : []),
    ]
  })
}
