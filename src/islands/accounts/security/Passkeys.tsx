import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { PASSKEY_NAME_LENGTH } from '#contract/accounts/passkeys.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import type { ProfileMessages } from '#islands/accounts/profile/profile-messages.ts'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import {
  $isBusy,
  addOwnPasskey,
  removeOwnPasskey,
  renameOwnPasskey,
  type OwnPasskey,
  type Security,
} from '#stores/accounts/security/own-security.ts'
import { Field } from '#ui/Field.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'

type PartProps = { locale: Locale; messages: ProfileMessages }
type Props = PartProps & {
  faultMessages: TextFaultMessages
  hasPassword: boolean
  security: Security & { state: 'ready' }
}

export function Passkeys({ locale, messages, faultMessages, hasPassword, security }: Props) {
  const { passkeys, canAdd, isFresh } = security
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(passkeys.length)
  return (
    <section aria-labelledby="security-passkeys">
      <h3 id="security-passkeys" tabIndex={-1} ref={heading}>
        {messages.passkeys}
      </h3>
      <p className="soft">{messages.passkeysLead}</p>
      {passkeys.length === 0 ? (
        <p>{messages.passkeysNone}</p>
      ) : (
        <ul role="list" className="lines">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} {...{ locale, messages, passkey }} />
          ))}
        </ul>
      )}
      {!canAdd && <p className="soft">{messages.passkeysUnable}</p>}
      {canAdd && (hasPassword || isFresh) && (
        <NewPasskey {...{ messages, faultMessages }} asksPassword={hasPassword && !isFresh} />
      )}
      {canAdd && !hasPassword && !isFresh && <p className="soft">{messages.securityFaults.signInAgain}</p>}
    </section>
  )
}

function Passkey({ locale, messages, passkey }: PartProps & { passkey: OwnPasskey }) {
  const { id, name, created_at, used_at } = passkey
  const [isNaming, setNaming] = useState(false)
  // The form goes away with the button that had the focus.
  const rename = useFocusAfterRemoval<HTMLButtonElement>(isNaming ? 1 : 0)
  const from = ordinalDate(created_at, locale)
  if (isNaming) return <Rename {...{ messages, passkey }} onEnd={() => setNaming(false)} />
  return (
    <li>
      <p>
        <strong>{name}</strong>
        <br />
        <span className="soft">
          {used_at
            ? interpolate(messages.passkeyUsed, { from, used: ordinalDate(used_at, locale) })
            : interpolate(messages.passkeySince, { from })}
        </span>
      </p>
      <p className="acts">
        <button
          ref={rename}
          type="button"
          className="link"
          aria-label={`${messages.passkeyRename}: ${name}`}
          onClick={() => setNaming(true)}
        >
          {messages.passkeyRename}
        </button>
        <button
          type="button"
          className="link"
          aria-label={`${messages.passkeyRemove}: ${name}`}
          onClick={() => void removeOwnPasskey(id)}
        >
          {messages.passkeyRemove}
        </button>
      </p>
    </li>
  )
}

type RenameProps = Pick<PartProps, 'messages'> & { passkey: OwnPasskey; onEnd: () => void }

function Rename({ messages, passkey: { id, name }, onEnd }: RenameProps) {
  const [text, setText] = useState(name)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <li>
      <form
        ref={form}
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          void renameOwnPasskey(id, text).then((isDone) => isDone && onEnd())
        }}
      >
        <NameField messages={messages} value={text} onChange={setText} />
        <div className="ways">
          <button type="submit" className="button quiet">
            {messages.passkeySave}
          </button>
          <button type="button" className="button quiet" onClick={onEnd}>
            {messages.cancel}
          </button>
        </div>
      </form>
    </li>
  )
}

const NameField = (props: { messages: ProfileMessages; value: string; onChange: (text: string) => void }) => (
  <Field
    label={props.messages.passkeyName}
    hint={props.messages.passkeyNameHint}
    name="passkey_name"
    value={props.value}
    maxLength={PASSKEY_NAME_LENGTH}
    isOptional
    autoComplete="off"
    onChange={props.onChange}
  />
)

type NewProps = Pick<Props, 'messages' | 'faultMessages'> & { asksPassword: boolean }

/** The password is asked where the sign-in is older than a few minutes. */
function NewPasskey({ messages, faultMessages, asksPassword }: NewProps) {
  const isBusy = useStore($isBusy, { ssr: () => false })
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const add = async () => {
    const isEmpty = asksPassword && password === ''
    setMissing(isEmpty)
    if (isEmpty) return false
    const isAdded = await addOwnPasskey(name, asksPassword ? password : undefined)
    if (isAdded) setName('')
    setPassword('')
    return isAdded
  }
  return (
    <form className="form" noValidate aria-busy={isBusy} onSubmit={handleSubmit(add)}>
      <NameField messages={messages} value={name} onChange={setName} />
      {asksPassword && (
        <PasswordField
          label={messages.passkeyPassword}
          name="passkey_password"
          autoComplete="current-password"
          messages={messages}
          value={password}
          isAnnounced
          fault={isMissing ? faultMessages.required : undefined}
          onChange={setPassword}
        />
      )}
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.passkeyAdd}
        </button>
      </div>
    </form>
  )
}
