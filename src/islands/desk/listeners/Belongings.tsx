import { interpolate } from '#i18n/interpolate.ts'
import { useState } from 'react'
import { showToast } from '#stores/desk/toasts.ts'
import { take, type Thing } from '#stores/desk/listeners.ts'
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx'
import { dayText, nameInEither } from '../desk-format.ts'
import type { ListenerPartProps } from './ListenerPage.tsx'

type Asked = { thing: Thing; name: string }
type TakeableProps = ListenerPartProps & { ask: (asked: Asked) => void }

/** Titles and plans of a listener. What the shop gave it may take; what was bought is refunded with its order. */
export function Belongings(props: ListenerPartProps) {
  const { data, messages, common } = props
  const [asked, setAsked] = useState<Asked>()
  const confirm = async (reason: string) => {
    const fault = asked && (await take(data.id, asked.thing, reason))
    if (!fault) showToast(messages.taken)
    return fault
  }
  return (
    <>
      <OwnedTitles {...props} ask={setAsked} />
      <OwnedPlans {...props} ask={setAsked} />
      <ReasonDialog
        title={interpolate(messages.takeTitle, { name: asked?.name ?? '' })}
        action={messages.takeAction}
        common={common}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={confirm}
      />
    </>
  )
}

function OwnedTitles({ data, locale, messages, ask }: TakeableProps) {
  return (
    <section aria-labelledby="library">
      <h2 id="library">{messages.library}</h2>
      {data.library.length === 0 && <p className="soft">{messages.none}</p>}
      <ul role="list" className="sales-list">
        {data.library.map(({ id, names, how, added, is_given }) => (
          <li key={id}>
            <span>
              {nameInEither(names, locale)}{' '}
              <span className="soft">{`${messages.how[how]}, ${dayText(added, locale)}`}</span>
            </span>
            {(is_given || how === 'free' || how === 'subscription') && (
              <TakeButton {...{ messages, ask }} thing={{ title: id }} name={nameInEither(names, locale)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnedPlans({ data, locale, messages, ask }: TakeableProps) {
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">{messages.plans}</h2>
      {data.plans.length === 0 && <p className="soft">{messages.none}</p>}
      <ul role="list" className="sales-list">
        {data.plans.map(({ id, names, starts, ends, state, is_given }) => (
          <li key={id}>
            <span>
              {nameInEither(names, locale)}{' '}
              <span className="soft">
                {interpolate(messages.planState[state], { day: dayText(state === 'waiting' ? starts : ends, locale) })}
              </span>
            </span>
            {is_given && (state === 'running' || state === 'waiting') && (
              <TakeButton {...{ messages, ask }} thing={{ subscription: id }} name={nameInEither(names, locale)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TakeButton({ messages, ask, thing, name }: Pick<TakeableProps, 'messages' | 'ask'> & Asked) {
  return (
    <button type="button" className="link" onClick={() => ask({ thing, name })}>
      {interpolate(messages.take, { name })}
    </button>
  )
}
