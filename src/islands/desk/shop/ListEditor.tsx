import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { dayInIndia } from '#contract/time/day.ts'
import type { ShopList } from '#contract/desk/shop/shop-lists.ts'
import { count, longDate } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { showToast } from '#stores/desk/toasts.ts'
import { keyOf, nameOf, textAt, type Row } from '#stores/desk/shop/rows.ts'
import { idOf, shopList, type ListState } from '#stores/desk/shop/shop-list.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { Ordered } from './Ordered.tsx'
import { Questions } from './Questions.tsx'
import { RowFields, type ShopMessages, type Spec } from './RowFields.tsx'

type Props = {
  list: ShopList
  messages: ShopMessages
  specs: readonly Spec[]
  /** A row before anything was typed. */
  blank: () => Row
  canMove?: boolean
  canRemove?: boolean
}
type Ready = Extract<ListState, { state: 'ready' }>

/** A list of the shop: each row opens into its fields; all are saved together. */
export function ListEditor(props: Props) {
  const { list } = props
  const store = shopList(list)
  const state = useStore(store.$list)
  const { messages: shared } = useDesk()
  useEffect(() => void store.load(), [store])
  if (state.state === 'loading') return <p className="soft desk-waiting">{shared.loading}</p>
  if (state.state === 'failed')
    return <TryAgain text={deskFault(shared, state.fault)} label={shared.tryAgain} retry={store.load} />
  return <Editor {...props} state={state} />
}

function Editor({ state, ...props }: Props & { state: Ready }) {
  const { list, messages, blank, canMove = true, canRemove = true } = props
  const { locale } = useDesk()
  const store = shopList(list)
  const form = useRef<HTMLFormElement>(null)
  useLeaveWarning(state.isDirty)
  const finish = (isSaved: boolean) => {
    if (isSaved) return showToast(messages.saved)
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const isNew = (row: Row) => !state.base.some((one) => keyOf(one) === keyOf(row))
  const order = { messages, canMove, canRemove, idOf, nameOf: (row: Row) => nameOf(row, locale) || messages.newRow }
  const details = (row: Row) => (
    <RowDetails {...{ ...props, state, row, index: state.rows.indexOf(row), isNew: isNew(row) }} />
  )
  return (
    <form
      ref={form}
      className="desk-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void store.save().then(finish)
      }}
    >
      {state.rows.length === 0 && <p className="desk-empty">{messages.empty}</p>}
      <Rows {...{ messages, state }} order={order} change={store.change}>
        {details}
      </Rows>
      <Bottom {...{ list, messages, state, blank, finish }} />
    </form>
  )
}

type RowsProps = {
  messages: ShopMessages
  state: Ready
  order: Omit<ComponentProps<typeof Ordered<Row>>, 'items' | 'onChange' | 'children'>
  change: (rows: readonly Row[]) => void
  children: (row: Row) => ReactNode
}

/** The rows in their order, and apart from them those whose last day is over: they come back with another day. */
function Rows({ messages, state, order, change, children }: RowsProps) {
  const { locale } = useDesk()
  const [today] = useState(() => dayInIndia(new Date()))
  // As it was saved: a row does not leave its place while its day is typed.
  const pastKeys = new Set(state.base.filter((row) => (textAt(row, 'until') || today) < today).map(keyOf))
  const isPast = (row: Row) => pastKeys.has(keyOf(row))
  const rows = state.rows.filter((row) => !isPast(row))
  const past = state.rows.filter(isPast)
  return (
    <>
      <Ordered {...order} items={rows} onChange={(changed) => change([...changed, ...past])}>
        {children}
      </Ordered>
      {past.length > 0 && (
        <details>
          <summary>{interpolate(messages.past, { count: count(past.length, locale) })}</summary>
          <Ordered {...order} canMove={false} items={past} onChange={(changed) => change([...rows, ...changed])}>
            {children}
          </Ordered>
        </details>
      )}
    </>
  )
}

type BottomProps = Pick<Props, 'list' | 'messages' | 'blank'> & { state: Ready; finish: (isSaved: boolean) => void }

/** What somebody else saved, why nothing was saved, and the buttons. */
function Bottom({ list, messages, state, blank, finish }: BottomProps) {
  const { messages: shared } = useDesk()
  const store = shopList(list)
  return (
    <>
      {state.theirs && (
        <ChangedMeanwhile
          messages={messages}
          differences={state.theirs.differences}
          takeTheirs={store.takeTheirs}
          keepMine={() => void store.keepMine().then(finish)}
        />
      )}
      {state.fault && !state.theirs && (
        <p role="alert" className="failure">
          {deskFault(shared, state.fault)}
        </p>
      )}
      <div className="desk-buttons">
        <button type="button" className="button quiet" onClick={() => store.change([...state.rows, blank()])}>
          {messages.add}
        </button>
        <button type="submit" className="button" aria-disabled={state.isBusy || !state.isDirty}>
          {messages.save}
        </button>
        {state.isDirty && <p className="soft">{messages.unsaved}</p>}
      </div>
    </>
  )
}

type DetailsProps = Props & { state: Ready; row: Row; index: number; isNew: boolean }

function RowDetails({ list, messages, specs, state, row, index, isNew }: DetailsProps) {
  const { locale } = useDesk()
  const store = shopList(list)
  // A new row stays open when it is saved: somebody may be typing in it.
  const [isOpen] = useState(() => isNew || keyOf(row) === new URLSearchParams(location.search).get('row'))
  const prefix = `rows.${index}.`
  const own = Object.entries(state.fields).filter(([path]) => path.startsWith(prefix))
  const faults = Object.fromEntries(own.map(([path, fault]) => [path.slice(prefix.length), fault]))
  const onChange = (changed: (row: Row) => Row) => store.changeRow(idOf(row, index), changed)
  return (
    <details open={isOpen || own.length > 0 || undefined}>
      <summary>
        {nameOf(row, locale) || messages.newRow} <ShownDays {...{ messages, row }} />
      </summary>
      <RowFields
        {...{ messages, specs, row, isNew, faults, onChange }}
        pictures={state.pictures}
        onPicture={store.addPicture}
      />
      {list === 'faq' && <Questions {...{ messages, row, faults, onChange }} />}
      {own.length > 0 && (
        <p className="fault" role="alert">
          {messages.rowFault}
        </p>
      )}
    </details>
  )
}

/** Of a row that is not on the pages always. */
function ShownDays({ messages, row }: { messages: ShopMessages; row: Row }) {
  const { locale } = useDesk()
  const [today] = useState(() => dayInIndia(new Date()))
  const [from, until] = [textAt(row, 'from'), textAt(row, 'until')]
  const texts = [
    ...(from > today ? [interpolate(messages.shownFrom, { day: longDate(from, locale) })] : []),
    ...(until ? [interpolate(messages.shownUntil, { day: longDate(until, locale) })] : []),
  ]
  return <span className="soft">{texts.join(' · ')}</span>
}

/** The browser asks before what was typed is lost. */
export function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
}
