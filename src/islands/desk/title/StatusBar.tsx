import { useStore } from '@nanostores/react'
import { LOCALES } from '#contract/locale.ts'
import { count, list } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pathTo } from '#i18n/paths.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { momentText } from '#islands/desk/moment-text.ts'
import {
  $isDirty,
  $loaded,
  $offered,
  $saving,
  answerDraft,
  saveTitle,
  type Editing,
} from '#stores/desk/titles/editor.ts'
import { useEditor } from './editor-text.ts'
import { StateButtons } from './StateButtons.tsx'

/** The state of the title, whether everything is saved, and what can be done with the title as a whole. */
export function StatusBar() {
  const { locale, messages } = useEditor()
  const loaded = useStore($loaded)
  if (loaded.state !== 'ready') return null
  const title = loaded.value
  const { state, owners, gaps, changed } = title
  return (
    <section className="desk-panel title-bar">
      <h2>{nameOf({ en: title.title.translations.en?.name, mr: title.title.translations.mr?.name }, locale)}</h2>
      <div className="desk-buttons">
        <span className={`desk-state ${state}`}>{(messages.states as Record<string, string>)[state]}</span>
        <SaveButton isInTrash={state === 'trash'} />
        <StateButtons title={title} />
      </div>
      <SaveNote isInTrash={state === 'trash'} />
      <Offer />
      <Links title={title} />
      <p className="soft">
        {interpolate(messages.ownersNow, { count: count(owners, locale) })}
        {changed &&
          ` · ${interpolate(messages.lastChange, { name: changed.staff, at: momentText(changed.at, locale) })}`}
      </p>
      {gaps.length > 0 && (
        <p>
          {interpolate(messages.missingNow, {
            gaps: list(
              gaps.map((gap) => (messages.gaps as Record<string, string>)[gap] ?? gap),
              locale,
            ),
          })}
        </p>
      )}
    </section>
  )
}

function SaveButton({ isInTrash }: { isInTrash: boolean }) {
  const { messages } = useEditor()
  const isDirty = useStore($isDirty)
  const saving = useStore($saving)
  if (isInTrash) return null
  return (
    <button
      type="button"
      className="button"
      aria-disabled={!isDirty || saving.state === 'busy'}
      onClick={() => void saveTitle()}
    >
      {messages.save}
    </button>
  )
}

function SaveNote({ isInTrash }: { isInTrash: boolean }) {
  const { messages } = useEditor()
  const { messages: shared } = useDesk()
  const isDirty = useStore($isDirty)
  const saving = useStore($saving)
  if (isInTrash) return <p>{messages.inTrash}</p>
  if (saving.state === 'failed')
    return (
      <p role="alert" className="failure">
        {messages.saveFault} {deskFault(shared, saving.fault)}
      </p>
    )
  const text = {
    busy: messages.savingNow,
    stored: messages.keptNow,
    saved: isDirty ? messages.unsaved : messages.savedNow,
    still: isDirty ? messages.unsaved : '',
  }[saving.state]
  return (
    <p role="status" className={saving.state === 'stored' ? 'notice' : 'soft'}>
      {text}
    </p>
  )
}

/** Changes of an earlier visit that the server never got. */
function Offer() {
  const { locale, messages } = useEditor()
  const offered = useStore($offered)
  if (!offered) return null
  return (
    <div className="notice" role="alert">
      <p>{interpolate(messages.offered, { at: momentText(offered.at, locale) })}</p>
      <div className="desk-buttons">
        <button type="button" className="button" onClick={() => answerDraft(true)}>
          {messages.takeOffered}
        </button>
        <button type="button" className="button quiet" onClick={() => answerDraft(false)}>
          {messages.dropOffered}
        </button>
      </div>
    </div>
  )
}

/** The page as it will be, in each language that the saved title has; and the real one. */
function Links({ title: { id, slug, state, title } }: { title: Editing }) {
  const { locale, messages } = useEditor()
  const named = LOCALES.filter((one) => title.translations[one]?.name)
  const route = title.type === 'languagelab' ? 'course' : 'product'
  return (
    <div className="desk-buttons">
      {named.map((one) => (
        <a key={one} href={`/api/desk/titles/${id}/preview/${one}/`} target="_blank" rel="noreferrer">
          {messages.previewLeads[one]}
        </a>
      ))}
      {state === 'shown' && (
        <a
          href={pathTo(route, named.includes(locale) ? locale : (named[0] ?? locale), { id, slug })}
          target="_blank"
          rel="noreferrer"
        >
          {messages.openPage}
        </a>
      )}
    </div>
  )
}
