import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_DETAILS, UNDONE_ACTIONS } from '#contract/desk/audit-actions.ts'
import { LOCALES } from '#contract/locale.ts'

it.each(LOCALES)(
  '[DK-2] each action that the server logs has words at the desk, and no words are of no action: %s',
  (locale) => {
    const { audit } = JSON.parse(readFileSync(new URL(`../../../i18n/${locale}/desk.json`, import.meta.url), 'utf8'))
    expect(Object.keys(audit.actions).toSorted()).toEqual([...AUDIT_ACTIONS, ...UNDONE_ACTIONS].toSorted())
    expect(Object.keys(audit.detailNames).toSorted()).toEqual([...AUDIT_DETAILS].toSorted())
    expect(Object.values(audit.actions).every((words) => typeof words === 'string' && words !== '')).toBe(true)
  },
)
