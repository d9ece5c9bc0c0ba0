import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { ShopList } from '#contract/desk/shop-lists.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { showToast } from '#stores/desk/toasts.ts'
import { keyOf, nameOf, type Row } from '#stores/desk/shop/rows.ts'
import { shopList, type ListState } from '#stores/desk/shop/shop-list.ts'
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
      <Ordered
        messages={messages}
        items={state.rows}
        idOf={(row, index) => textKey(row, index)}
        nameOf={(row) => nameOf(row, locale)}
        onChange={store.change}
        {...{ canMove, canRemove }}
      >
        {(row, index) => <RowDetails {...{ ...props, state, row, index, isNew: isNew(row) }} />}
      </Ordered>
      <Bottom {...{ list, messages, state, blank, finish }} />
    </form>
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

/** A new row has an id of its own until it has a key. */
const textKey = (row: Row, index: number): string =>
  typeof row['_id'] === 'string' ? row['_id'] : keyOf(row) || `new ${index}`

type DetailsProps = Props & { state: Ready; row: Row; index: number; isNew: boolean }

function RowDetails({ list, messages, specs, state, row, index, isNew }: DetailsProps) {
  const { locale } = useDesk()
  const store = shopList(list)
  const prefix = `rows.${index}.`
  const own = Object.entries(state.fields).filter(([path]) => path.startsWith(prefix))
  const faults = Object.fromEntries(own.map(([path, fault]) => [path.slice(prefix.length), fault]))
  const onChange = (changed: Row) => store.change(state.rows.with(index, changed))
  return (
    <details open={isNew || own.length > 0 || undefined}>
      <summary>{nameOf(row, locale) || messages.newRow}</summary>
      <RowFields
        {...{ messages, specs, row, isNew, faults, onChange }}
        pictures={state.pictures}
        onPicture={store.addPicture}
      />
      {list === 'faq' && <Questions {...{ messages, row, onChange }} />}
      {own.length > 0 && (
        <p className="fault" role="alert">
          {messages.rowFault}
        </p>
      )}
    </details>
  )
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
