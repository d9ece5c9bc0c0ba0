import { useState, type ComponentProps } from 'react'
import type { LegalClause, LegalOverride } from '#brand/settings.ts'
import { dayInIndia } from '#contract/time/day.ts'
import type { ChangedMeanwhile } from '#islands/desk/shop/ChangedMeanwhile.tsx'
import { useSaving } from '#islands/desk/shop/use-saving.ts'
import { useDraft } from '#islands/desk/use-draft.ts'
import type { Failed } from '#stores/desk/shop/coupons.ts'
import { differencesOf, type Difference, type Row } from '#stores/desk/shop/rows.ts'
import { freshSettings, saveLegal } from '#stores/desk/shop/settings.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { isSame } from '#stores/rebase.ts'
import type { FormProps } from './LegalEditor.tsx'
import type { SettingMessages } from './Settings.tsx'

type Theirs = Omit<ComponentProps<typeof ChangedMeanwhile>, 'messages'>

/** A legal text as it is typed; saved without clauses it is the program's own again. `theirs`: what somebody else made of it meanwhile. */
export function useLegalText({ messages, version, name, locale, text, textIn }: FormProps) {
  const { base, found, setFound, draft, change, settle } = useBasedDraft(text)
  const refuse = (theirs: LegalOverride): Failed => {
    setFound(theirs)
    return { fault: 'changedMeanwhile', fields: {} }
  }
  const { submit, ...saving } = useSaving(async (clauses: LegalClause[]) => {
    // Theirs came with the reply to the save of another text: the version knows it, whoever types has not seen it.
    if (!isSame(text, base) && !isSame(text, found)) return refuse(text)
    const wanted = { name, locale, updated: dayInIndia(new Date()), lead: draft.lead, clauses }
    let result = await saveLegal(wanted, version)
    if ('fault' in result && result.fault === 'changedMeanwhile') {
      const fresh = await freshSettings()
      const now = fresh && textIn(fresh.values)
      if (now && !isSame(now, found ?? base)) return refuse(now)
      // All legal texts have one version: it was another one that changed.
      if (fresh) result = await saveLegal(wanted, fresh.versions['legal'] ?? 0)
    }
    if ('fault' in result) return result
    settle(draft, textIn(result.saved))
    showToast(messages.savedLook)
    return undefined
  })
  const theirs: Theirs | undefined = found && {
    differences: legalDifferences(messages, name, [base, found, draft]),
    takeTheirs: () => settle(draft, found),
    keepMine: () => void submit(draft.clauses),
  }
  return { ...saving, draft, setDraft: change, isUntouched: isSame(draft, base), save: submit, theirs }
}

/** `base`: the text that was typed over. Where nothing is typed, it follows what is stored. */
function useBasedDraft(text: LegalOverride) {
  const { draft, change, settle } = useDraft(text)
  const [base, setBase] = useState(text)
  const [found, setFound] = useState<LegalOverride>()
  const settleOn = (sent: LegalOverride, saved: LegalOverride): void => {
    settle(sent, saved)
    setBase(saved)
    setFound(undefined)
  }
  if (!isSame(text, base) && isSame(draft, base)) settleOn(draft, text)
  return { base, found, setFound, draft, change, settle: settleOn }
}

function rowsOf({ lead, clauses }: LegalOverride): Row[] {
  return [{ key: 'lead', lead }, ...clauses.map(({ id, title, text }) => ({ key: `clause ${id}`, title, text }))]
}

/** Clauses by their titles, because their ids are generated; what is of no clause by the name of the text. */
function legalDifferences(
  { lead, clauseTitle, clauseText, legalNames }: SettingMessages,
  name: FormProps['name'],
  [base, theirs, mine]: readonly [base: LegalOverride, theirs: LegalOverride, mine: LegalOverride],
): Difference[] {
  const titles = new Map(
    [...mine.clauses, ...base.clauses, ...theirs.clauses].map(({ id, title }) => [`clause ${id}`, title]),
  )
  const fields: Record<string, string> = { lead, title: clauseTitle, text: clauseText }
  return differencesOf(rowsOf(base), rowsOf(theirs), rowsOf(mine)).map(({ key, field, ...texts }) => ({
    ...texts,
    key: titles.get(key) ?? legalNames[name],
    field: fields[field] ?? field,
  }))
}
