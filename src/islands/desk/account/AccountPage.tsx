import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { hasPasskeys } from '#client/accounts/passkeys.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { momentText } from '#islands/desk/moment-text.ts'
import { RecoveryCodes } from '#islands/desk/RecoveryCodes.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import {
  $codes,
  account,
  addOwnPasskey,
  endOwnSession,
  removeOwnPasskey,
  renewCodes,
  type Account,
} from '#stores/desk/account.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Field } from '#ui/Field.tsx'
import { ChangePassword } from './ChangePassword.tsx'

export type AccountMessages = Messages['desk']['account'] &
  Messages['desk']['factors'] &
  Messages['form']['password'] &
  Messages['form']['failure']
type Props = { locale: Locale; messages: AccountMessages; shared: DeskMessages; faultMessages: FaultMessages }
type PartProps = { messages: AccountMessages; account: Account }

/** How somebody signs in at the desk, and where they are signed in. */
export function AccountPage({ locale, messages, shared, faultMessages }: Props) {
  useEffect(() => void account.load(), [])
  return (
    <AtDesk locale={locale} messages={shared} area="account">
      <Loaded $loadable={account.$loadable} retry={account.load}>
        {(own) => (
          <>
            <Sessions messages={messages} account={own} />
            <Factors messages={messages} account={own} />
            <ChangePassword {...{ messages, faultMessages }} rules={own.password_rules} />
          </>
        )}
      </Loaded>
    </AtDesk>
  )
}

/** Says what was done, or why not. */
function useAct(messages: AccountMessages) {
  const { messages: shared } = useDesk()
  const texts: Record<string, string> = messages.faultTexts
  return async (act: () => Promise<string | undefined>, done: string) => {
    const fault = await act()
    showToast(fault ? (texts[fault] ?? deskFault(shared, fault)) : done, { kind: fault ? 'failed' : 'done' })
    return fault === undefined
  }
}

function Sessions({ messages, account: { sessions } }: PartProps) {
  const { locale } = useDesk()
  const act = useAct(messages)
  return (
    <section className="desk-panel" aria-labelledby="account-sessions">
      <h2 id="account-sessions">{messages.sessions}</h2>
      <ul role="list" className="desk-lines">
        {sessions.map(({ id, browser, address, created_at, used_at, is_this }) => (
          <li key={id}>
            <p>
              <strong>{browser || messages.unknownBrowser}</strong> <bdi className="soft">{address}</bdi>
              <br />
              <span className="soft">
                {interpolate(messages.since, {
                  from: momentText(created_at, locale),
                  used: momentText(used_at, locale),
                })}
              </span>
            </p>
            {is_this ? (
              <span>{messages.thisSession}</span>
            ) : (
              <button
                type="button"
                className="link"
                aria-label={`${messages.endSession}: ${browser} ${momentText(created_at, locale)}`}
                onClick={() => void act(() => endOwnSession(id), messages.sessionEnded)}
              >
                {messages.endSession}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Factors({ messages, account: own }: PartProps) {
  const { locale } = useDesk()
  const codes = useStore($codes)
  const act = useAct(messages)
  return (
    <section className="desk-panel" aria-labelledby="account-factors">
      <h2 id="account-factors">{messages.factors}</h2>
      <p>{own.has_totp ? messages.hasApp : messages.hasNoApp}</p>
      <ul role="list" className="desk-lines">
        {own.passkeys.map(({ id, name, created_at }) => (
          <li key={id}>
            <p>
              <strong>{name}</strong> <span className="soft">{momentText(created_at, locale)}</span>
            </p>
            <button
              type="button"
              className="link"
              aria-label={`${messages.removePasskey}: ${name}`}
              onClick={() => void act(() => removeOwnPasskey(id), messages.passkeyRemoved)}
            >
              {messages.removePasskey}
            </button>
          </li>
        ))}
      </ul>
      {hasPasskeys() && <NewPasskey messages={messages} />}
      <p>{interpolate(messages.codesLeft, { count: count(own.recovery_codes, locale) })}</p>
      {codes.length > 0 && <RecoveryCodes {...{ codes, messages }} />}
      <button type="button" className="button quiet" onClick={() => void act(renewCodes, messages.codesRenewed)}>
        {messages.renewCodes}
      </button>
    </section>
  )
}

function NewPasskey({ messages }: Pick<PartProps, 'messages'>) {
  const [name, setName] = useState('')
  const act = useAct(messages)
  const add = () => act(() => addOwnPasskey(name), messages.passkeyAdded)
  return (
    <form
      className="desk-toolbar"
      onSubmit={(event) => {
        event.preventDefault()
        void add().then((isAdded) => isAdded && setName(''))
      }}
    >
      <Field
        label={messages.passkeyName}
        name="passkey"
        value={name}
        onChange={setName}
        maxLength={60}
        isOptional
        autoComplete="off"
      />
      <button type="submit" className="button quiet">
        {messages.addPasskey}
      </button>
    </form>
  )
}
