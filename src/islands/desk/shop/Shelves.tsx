import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { SHELVES } from '#contract/import/import.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { SearchField } from '#islands/desk/fields/SearchField.tsx'
import { showToast } from '#stores/desk/toasts.ts'
import {
  $choices,
  $shelf,
  changeShelf,
  findChoices,
  openShelf,
  saveShelf,
  type ShelfState,
} from '#stores/desk/shop/placed-titles.ts'
import { Field } from '#ui/Field.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import type { HomePageMessages } from './HomePage.tsx'
import { useLeaveWarning } from './ListEditor.tsx'
import { Ordered } from './Ordered.tsx'
import type { ShopMessages } from './RowFields.tsx'

type Props = { messages: HomePageMessages; lists: ShopMessages }
type Ready = Extract<ShelfState, { state: 'ready' }>

/** The shelves that editors fill: titles in their order, and beside them how the shelf will look. */
export function Shelves({ messages, lists }: Props) {
  const [shelf, setShelf] = useState<(typeof SHELVES)[number]>('trending')
  const state = useStore($shelf)
  const { messages: shared } = useDesk()
  useEffect(() => void openShelf(shelf), [shelf])
  const options = SHELVES.map((value) => ({ value, label: messages.shelves[value] }))
  return (
    <div className="desk-panel">
      <Field
        label={messages.shelf}
        name="shelf"
        value={shelf}
        options={options}
        onChange={(value) => setShelf(SHELVES.find((one) => one === value) ?? 'trending')}
      />
      {state.state === 'loading' && <p className="soft desk-waiting">{shared.loading}</p>}
      {state.state === 'failed' && (
        <TryAgain text={deskFault(shared, state.fault)} label={shared.tryAgain} retry={() => openShelf(shelf)} />
      )}
      {state.state === 'ready' && <Shelf {...{ messages, lists, state }} />}
    </div>
  )
}

function Shelf({ messages, lists, state }: Props & { state: Ready }) {
  const { locale } = useDesk()
  useLeaveWarning(state.isDirty)
  return (
    <>
      {state.titles.length === 0 && <p className="desk-empty">{messages.emptyShelf}</p>}
      <Ordered
        messages={lists}
        items={state.titles}
        idOf={({ id }) => String(id)}
        nameOf={({ names }) => nameOf(names, locale)}
        onChange={changeShelf}
      >
        {({ names, key, cover, is_published }) => (
          <div className="desk-title">
            {cover && <img src={cover} alt="" width="48" height="48" loading="lazy" />}
            <span>
              {nameOf(names, locale)} <span className="soft">{key}</span>
              {is_published !== 1 && <em> · {messages.notPublished}</em>}
            </span>
          </div>
        )}
      </Ordered>
      <AddTitle {...{ messages, state }} />
      <Bottom {...{ messages, lists, state }} />
      <Preview {...{ messages, state }} />
    </>
  )
}

function Bottom({ messages, lists, state }: Props & { state: Ready }) {
  const { locale, messages: shared } = useDesk()
  const save = (isOver = false) => void saveShelf(isOver).then((isSaved) => isSaved && showToast(lists.saved))
  return (
    <>
      {state.fault && (
        <p role="alert" className="failure">
          {deskFault(shared, state.fault)}{' '}
          {state.theirs &&
            interpolate(messages.theirShelf, {
              names: state.theirs.titles.map(({ names }) => nameOf(names, locale)).join(', '),
            })}
        </p>
      )}
      <div className="desk-buttons">
        <button type="button" className="button" aria-disabled={state.isBusy || !state.isDirty} onClick={() => save()}>
          {lists.save}
        </button>
        {state.theirs && (
          <button type="button" className="button quiet" onClick={() => save(true)}>
            {lists.keepMine}
          </button>
        )}
        {state.isDirty && <p className="soft">{lists.unsaved}</p>}
      </div>
    </>
  )
}

function AddTitle({ messages, state }: { messages: HomePageMessages; state: Ready }) {
  const { locale } = useDesk()
  const choices = useStore($choices)
  const [q, setQuery] = useState('')
  const here = new Set(state.titles.map(({ id }) => id))
  const found = choices.filter(({ id }) => !here.has(id))
  const search = (text: string) => {
    setQuery(text)
    void findChoices(text)
  }
  return (
    <div className="desk-panel">
      <SearchField label={messages.findTitle} value={q} onSearch={search} />
      {q !== '' && found.length === 0 && <p className="soft">{messages.noTitle}</p>}
      {q !== '' && (
        <ul role="list" className="desk-choices">
          {found.map((title) => (
            <li key={title.id}>
              <button type="button" className="link" onClick={() => changeShelf([...state.titles, title])}>
                {interpolate(messages.addTitle, { name: nameOf(title.names, locale) })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** How the row of covers will look; titles that are not published are not on the page. */
function Preview({ messages, state }: { messages: HomePageMessages; state: Ready }) {
  const { locale } = useDesk()
  const shown = state.titles.filter(({ is_published }) => is_published === 1)
  if (shown.length === 0) return null
  return (
    <section aria-label={messages.preview}>
      <h2>{messages.preview}</h2>
      <ol role="list" className="desk-preview">
        {shown.map(({ id, names, cover }) => (
          <li key={id}>
            {cover && <img src={cover} alt="" width="160" height="160" loading="lazy" />}
            <p>{nameOf(names, locale)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
