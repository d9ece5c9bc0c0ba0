import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { TitleGap } from '#contract/desk/titles/title-edit.ts'
import { gapsOf, namelessOf, OPTIONAL_GAPS, type Nameless } from '#contract/desk/titles/title-gaps.ts'
import { LOCALES } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pathToTitle } from '#i18n/paths.ts'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { momentText } from '#islands/desk/moment-text.ts'
import { $edit, $known, $loaded, $offered, answerDraft, knownAs, type Editing } from '#stores/desk/titles/editor.ts'
import { goToField, goToPlace } from './editor-places.ts'
import { useEditor } from './editor-text.ts'
import { StateButtons } from './StateButtons.tsx'

/** The title as a whole: what can be done with it, its pages, and what it lacks. */
export function StatusBar() {
  const { locale, messages } = useEditor()
  const loaded = useStore($loaded)
  if (loaded.state !== 'ready') return null
  const title = loaded.value
  const { state, owners, changed } = title
  return (
    <section className="desk-panel title-bar">
      <h2>{nameOf({ en: title.title.translations.en?.name, mr: title.title.translations.mr?.name }, locale)}</h2>
      <div className="desk-buttons">
        <span className={`desk-state ${state}`}>{(messages.states as Record<string, string>)[state]}</span>
        <StateButtons title={title} />
      </div>
      {state === 'trash' && <p>{messages.inTrash}</p>}
      <Offer />
      <Links title={title} />
      <p className="soft">
        {interpolate(messages.ownersNow, { count: count(owners, locale) })}
        {changed &&
          ` · ${interpolate(messages.lastChange, { name: changed.staff, at: momentText(changed.at, locale) })}`}
      </p>
      <Gaps />
    </section>
  )
}

/** What the title lacks, each with the way to its field. */
function Gaps() {
  const { messages } = useEditor()
  const edit = useStore($edit)
  const loaded = useStore($loaded)
  const known = useStore($known)
  if (!edit || loaded.state !== 'ready') return null
  const gaps = gapsOf(edit, { hasMadeSample: loaded.value.sound?.sample === 'made' })
  const nameless = namelessOf(edit, (of, key) => known[knownAs(of, key)]?.names)
  const needed = gaps.filter((gap) => !OPTIONAL_GAPS.has(gap))
  const optional = gaps.filter((gap) => OPTIONAL_GAPS.has(gap))
  return (
    <>
      {(needed.length > 0 || nameless.length > 0) && (
        <GapRow title={messages.missingTitle} gaps={needed}>
          {nameless.map(({ key, ...one }) => (
            <NamelessLink key={`${one.of} ${key} ${one.locale}`} named={key} {...one} />
          ))}
        </GapRow>
      )}
      {optional.length > 0 && <GapRow title={messages.optionalTitle} gaps={optional} />}
    </>
  )
}

function GapRow({ title, gaps, children }: { title: string; gaps: TitleGap[]; children?: ReactNode }) {
  const { messages } = useEditor()
  return (
    <div className="title-gaps" role="group" aria-label={title}>
      <span aria-hidden="true">{title}</span>
      {gaps.map((gap) => (
        <button key={gap} type="button" className="link" onClick={() => goToPlace(gap)}>
          {messages.gaps[gap]}
        </button>
      ))}
      {children}
    </div>
  )
}

/** The pages of that language leave out whoever has no name in it. */
function NamelessLink({ of, named: key, locale: lacking }: Omit<Nameless, 'key'> & { named: string }) {
  const { locale, messages } = useEditor()
  const known = useStore($known)
  const name = nameOf(known[knownAs(of, key)]?.names ?? {}, locale)
  return (
    <button type="button" className="link" onClick={() => goToField(`other-name-${of}-${key}`)}>
      {name}: {messages.lacksName[lacking]}
    </button>
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
  return (
    <div className="desk-buttons">
      {named.map((one) => (
        <a key={one} href={`/api/desk/titles/${id}/preview/${one}/?desk=${locale}`} target="_blank" rel="noreferrer">
          {messages.previewLeads[one]}
        </a>
      ))}
      {state === 'shown' && (
        <a
          href={pathToTitle(named.includes(locale) ? locale : (named[0] ?? locale), { id, slug, type: title.type })}
          target="_blank"
          rel="noreferrer"
        >
          {messages.openPage}
        </a>
      )}
    </div>
  )
}
