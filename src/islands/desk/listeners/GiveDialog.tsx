import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { choices, give, type Thing } from '#stores/desk/listeners.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { SearchField } from '../fields/SearchField.tsx'
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx'
import { nameInEither } from '../desk-format.ts'
import type { ListenerPartProps } from './ListenerPage.tsx'

type Props = ListenerPartProps & { isOpen: boolean; onClose: () => void }

/** A title or a plan as a present: chosen from a search, with a reason. */
export function GiveDialog({ data, locale, messages, common, isOpen, onClose }: Props) {
  const [chosen, setChosen] = useState<Thing>()
  useEffect(() => {
    if (isOpen) void choices.load('')
  }, [isOpen])
  const send = async (reason: string) => {
    if (!chosen) return 'badInput'
    const fault = await give(data.id, chosen, reason)
    if (fault) return fault
    showToast(messages.given)
    return undefined
  }
  // What is chosen would be out of sight among what is found then.
  const search = (text: string) => {
    setChosen(undefined)
    void choices.load(text)
  }
  return (
    <ReasonDialog
      title={messages.giveTitle}
      action={messages.giveAction}
      {...{ common, isOpen }}
      onClose={() => {
        setChosen(undefined)
        onClose()
      }}
      onConfirm={send}
    >
      <SearchField label={messages.find} value="" onSearch={search} />
      <Choices {...{ locale, messages, chosen }} onChoose={setChosen} />
    </ReasonDialog>
  )
}

type ChoicesProps = Pick<Props, 'locale' | 'messages'> & {
  chosen: Thing | undefined
  onChoose: (thing: Thing) => void
}

function Choices({ locale, messages, chosen, onChoose }: ChoicesProps) {
  const found = useStore(choices.$loadable)
  const option = (key: string, name: string, thing: Thing) => (
    <label key={key} className="sales-check">
      <input
        type="radio"
        name="thing"
        checked={JSON.stringify(thing) === JSON.stringify(chosen)}
        onChange={() => onChoose(thing)}
      />
      {name}
    </label>
  )
  return (
    <fieldset className="sales-choices">
      <legend>{messages.what}</legend>
      {found.state === 'ready' && (
        <>
          {found.value.titles.map(({ id, names }) => option(`t${id}`, nameInEither(names, locale), { title: id }))}
          {found.value.plans.map(({ id, names }) => option(`p${id}`, nameInEither(names, locale), { plan: id }))}
        </>
      )}
    </fieldset>
  )
}
