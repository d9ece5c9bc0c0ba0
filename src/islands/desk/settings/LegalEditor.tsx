import { useState } from 'react'
import { LEGAL_TEXTS, type LegalClause, type LegalOverride } from '#brand/settings.ts'
import type { DeskSettings } from '#contract/desk/shop/settings.ts'
import { localeNames, LOCALES, type Locale } from '#i18n/locales.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { isSame } from '#stores/rebase.ts'
import type { Failed } from '#stores/desk/shop/coupons.ts'
import { Field } from '#ui/Field.tsx'
import { useLeaveWarning } from '#islands/desk/shop/ListEditor.tsx'
import { ChangedMeanwhile } from '#islands/desk/shop/ChangedMeanwhile.tsx'
import { Ordered } from '#islands/desk/shop/Ordered.tsx'
import type { ShopMessages } from '#islands/desk/shop/RowFields.tsx'
import type { SettingMessages } from './Settings.tsx'
import { useLegalText } from './use-legal-text.ts'

type LegalName = (typeof LEGAL_TEXTS)[number]
export type LegalDefaults = Record<LegalName, Record<Locale, LegalOverride>>
type Props = {
  messages: SettingMessages
  lists: ShopMessages
  version: number
  legal: LegalDefaults
  own: DeskSettings['values']['legal']
}

type Text = { name: LegalName; locale: Locale }

/** Long legal texts, clause by clause, in each language. One that is typed in stays so while another is looked at. */
export function LegalEditor({ messages, lists, version, legal, own }: Props) {
  const { locale } = useDesk()
  const [shown, setShown] = useState<Text>({ name: 'terms', locale })
  const [opened, setOpened] = useState<readonly Text[]>([shown])
  const show = (text: Text): void => {
    setShown(text)
    setOpened((now) => (now.some((one) => isSame(one, text)) ? now : [...now, text]))
  }
  return (
    <>
      <div className="desk-fields">
        <Field
          label={messages.legalText}
          name="legal"
          value={shown.name}
          options={LEGAL_TEXTS.map((value) => ({ value, label: messages.legalNames[value] }))}
          onChange={(value) => show({ ...shown, name: LEGAL_TEXTS.find((one) => one === value) ?? 'terms' })}
        />
        <Field
          label={messages.language}
          name="locale"
          value={shown.locale}
          options={LOCALES.map((value) => ({ value, label: localeNames[value] }))}
          onChange={(value) => show({ ...shown, locale: value === 'mr' ? 'mr' : 'en' })}
        />
      </div>
      {opened.map((text) => (
        <div key={`${text.name} ${text.locale}`} hidden={!isSame(text, shown)}>
          <LegalForm
            {...{ messages, lists, version, ...text }}
            isOwn={own[text.name]?.[text.locale] !== undefined}
            text={own[text.name]?.[text.locale] ?? legal[text.name][text.locale]}
            textIn={(values) => values.legal[text.name]?.[text.locale] ?? legal[text.name][text.locale]}
          />
        </div>
      ))}
    </>
  )
}

export type FormProps = Pick<Props, 'messages' | 'lists' | 'version'> & {
  name: LegalName
  locale: Locale
  isOwn: boolean
  text: LegalOverride
  /** This text, or the program's own, among the values of the server. */
  textIn: (values: DeskSettings['values']) => LegalOverride
}

function LegalForm(props: FormProps) {
  const { messages, lists, locale, isOwn } = props
  const { draft, setDraft, isUntouched, failed, isBusy, save, theirs } = useLegalText(props)
  useLeaveWarning(!isUntouched)
  return (
    <form
      className="desk-panel"
      onSubmit={(event) => {
        event.preventDefault()
        void save(draft.clauses)
      }}
    >
      <p className="soft">{messages.legalHint}</p>
      <Field
        label={messages.lead}
        name="lead"
        lang={locale}
        lines={2}
        value={draft.lead}
        onChange={(lead) => setDraft({ ...draft, lead })}
      />
      <Clauses
        {...{ messages, locale }}
        clauses={draft.clauses}
        onChange={(clauses) => setDraft({ ...draft, clauses })}
      />
      {theirs ? <ChangedMeanwhile messages={lists} {...theirs} /> : <Failure failed={failed} />}
      <Buttons
        {...{ messages, isOwn }}
        isLocked={isBusy || isUntouched}
        add={() => setDraft({ ...draft, clauses: [...draft.clauses, blank()] })}
        reset={() => void save([])}
      />
    </form>
  )
}

type ClausesProps = Pick<FormProps, 'messages' | 'locale'> & {
  clauses: LegalClause[]
  onChange: (clauses: LegalClause[]) => void
}

function Clauses({ messages, locale, clauses, onChange }: ClausesProps) {
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
          <summary lang={clause.title ? locale : undefined}>{clause.title || messages.newClause}</summary>
          <Field
            label={messages.clauseTitle}
            name={`title${index}`}
            lang={locale}
            value={clause.title}
            onChange={(title) => change(index, { title })}
          />
          <Field
            label={messages.clauseText}
            name={`text${index}`}
            lang={locale}
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

type ButtonsProps = Pick<FormProps, 'messages' | 'isOwn'> & { isLocked: boolean; add: () => void; reset: () => void }

function Buttons({ messages, isOwn, isLocked, add, reset }: ButtonsProps) {
  return (
    <div className="desk-buttons">
      <button type="button" className="button quiet" onClick={add}>
        {messages.addClause}
      </button>
      <button type="submit" className="button" aria-disabled={isLocked}>
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
