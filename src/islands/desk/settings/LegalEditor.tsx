import { useState } from 'react'
import { LEGAL_TEXTS, type LegalClause, type LegalOverride } from '#brand/settings.ts'
import type { DeskSettings } from '#contract/desk/settings.ts'
import { localeNames, LOCALES, type Locale } from '#i18n/locales.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { saveLegal } from '#stores/desk/shop/settings.ts'
import type { Failed } from '#stores/desk/shop/coupons.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Field } from '#ui/Field.tsx'
import { useLeaveWarning } from '#islands/desk/shop/ListEditor.tsx'
import { Ordered } from '#islands/desk/shop/Ordered.tsx'
import type { SettingMessages } from './Settings.tsx'

type LegalName = (typeof LEGAL_TEXTS)[number]
export type LegalDefaults = Record<LegalName, Record<Locale, LegalOverride>>
type Props = { messages: SettingMessages; version: number; legal: LegalDefaults; own: DeskSettings['values']['legal'] }

/** Long legal texts, clause by clause, in each language. */
export function LegalEditor({ messages, version, legal, own }: Props) {
  const { locale: shown } = useDesk()
  const [name, setName] = useState<LegalName>('terms')
  const [locale, setLocale] = useState<Locale>(shown)
  const stored = own[name]?.[locale]
  return (
    <>
      <div className="desk-fields">
        <Field
          label={messages.legalText}
          name="legal"
          value={name}
          options={LEGAL_TEXTS.map((value) => ({ value, label: messages.legalNames[value] }))}
          onChange={(value) => setName(LEGAL_TEXTS.find((one) => one === value) ?? 'terms')}
        />
        <Field
          label={messages.language}
          name="locale"
          value={locale}
          options={LOCALES.map((value) => ({ value, label: localeNames[value] }))}
          onChange={(value) => setLocale(value === 'mr' ? 'mr' : 'en')}
        />
      </div>
      <LegalForm
        key={`${name}${locale}${version}`}
        {...{ messages, version, name, locale }}
        isOwn={stored !== undefined}
        text={stored ?? legal[name][locale]}
      />
    </>
  )
}

type FormProps = Pick<Props, 'messages' | 'version'> & {
  name: LegalName
  locale: Locale
  isOwn: boolean
  text: LegalOverride
}

function LegalForm({ messages, version, name, locale, isOwn, text }: FormProps) {
  const [draft, setDraft] = useState(text)
  const [failed, setFailed] = useState<Failed>()
  useLeaveWarning(draft !== text)
  const save = async (clauses: LegalClause[]) => {
    const updated = new Date().toISOString().slice(0, 10)
    const result = await saveLegal({ name, locale, updated, lead: draft.lead, clauses }, version)
    setFailed(result)
    if (!result) showToast(messages.savedLook)
  }
  return (
    <form
      className="desk-panel"
      lang={locale}
      onSubmit={(event) => {
        event.preventDefault()
        void save(draft.clauses)
      }}
    >
      <p className="soft">{messages.legalHint}</p>
      <Field
        label={messages.lead}
        name="lead"
        lines={2}
        value={draft.lead}
        onChange={(lead) => setDraft({ ...draft, lead })}
      />
      <Clauses {...{ messages }} clauses={draft.clauses} onChange={(clauses) => setDraft({ ...draft, clauses })} />
      <Failure failed={failed} />
      <Buttons
        {...{ messages, isOwn }}
        isSame={draft === text}
        add={() => setDraft({ ...draft, clauses: [...draft.clauses, blank()] })}
        reset={() => void save([])}
      />
    </form>
  )
}

type ClausesProps = Pick<Props, 'messages'> & {
  clauses: LegalClause[]
  onChange: (clauses: LegalClause[]) => void
}

function Clauses({ messages, clauses, onChange }: ClausesProps) {
  const change = (index: number, part: Partial<LegalClause>) =>
    onChange(clauses.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <Ordered
      messages={messages.order}
      items={clauses}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      onChange={onChange}
    >
      {(clause, index) => (
        <details open={clause.title === '' || undefined}>
          <summary>{clause.title || messages.newClause}</summary>
          <Field
            label={messages.clauseTitle}
            name={`title${index}`}
            value={clause.title}
            onChange={(title) => change(index, { title })}
          />
          <Field
            label={messages.clauseText}
            name={`text${index}`}
            lines={8}
            value={clause.text}
            onChange={(words) => change(index, { text: words })}
          />
        </details>
      )}
    </Ordered>
  )
}

const blank = (): LegalClause => ({ id: `clause-${Date.now().toString(36)}`, title: '', text: '' })

type ButtonsProps = Pick<FormProps, 'messages' | 'isOwn'> & { isSame: boolean; add: () => void; reset: () => void }

function Buttons({ messages, isOwn, isSame, add, reset }: ButtonsProps) {
  return (
    <div className="desk-buttons">
      <button type="button" className="button quiet" onClick={add}>
        {messages.addClause}
      </button>
      <button type="submit" className="button" aria-disabled={isSame}>
        {messages.save}
      </button>
      {isOwn && (
        <button type="button" className="link" onClick={reset}>
          {messages.legalDefault}
        </button>
      )}
    </div>
  )
}

function Failure({ failed }: { failed: Failed | undefined }) {
  const { messages: shared } = useDesk()
  if (!failed) return null
  return (
    <p role="alert" className="failure">
      {deskFault(shared, failed.fault)}
    </p>
  )
}
