import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { hasPasskeys } from '#client/accounts/passkeys.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { DeskProvider, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { newPasswordText } from '#islands/desk/password-fault.ts'
import { RecoveryCodes } from '#islands/desk/RecoveryCodes.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import {
  $recoveryCodes,
  $withPasskey,
  acceptForm,
  choosePasskey,
  invitation,
  type Offer,
} from '#stores/desk/invitation.ts'
import { Choice } from '#ui/Choice.tsx'
import { Field } from '#ui/Field.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { QrCode } from './QrCode.tsx'

type InvitationMessages = Messages['desk']['invitation'] &
  Messages['desk']['factors'] &
  Messages['form']['password'] &
  Messages['form']['failure']
type Props = { locale: Locale; messages: InvitationMessages; shared: DeskMessages; faultMessages: FaultMessages }
type FormProps = Omit<Props, 'shared'> & { offer: Offer }

/** What an invited person chooses: name, password, second factor; then the recovery codes, once. */
export function Invitation({ shared, ...props }: Props) {
  const { locale, messages } = props
  const codes = useStore($recoveryCodes)
  const { state, ...now } = useStore(invitation.$loadable)
  useEffect(() => void invitation.load(), [])
  if (codes)
    return (
      <>
        <RecoveryCodes {...{ codes, messages }} />
        <p>
          <a className="button" href={deskPath('home', locale)}>
            {messages.enter}
          </a>
        </p>
      </>
    )
  if (state === 'failed' && 'fault' in now && now.fault === 'linkExpired')
    return (
      <p role="alert" className="failure">
        {messages.expired}
      </p>
    )
  return (
    <DeskProvider value={{ locale, messages: shared }}>
      <Loaded $loadable={invitation.$loadable} retry={invitation.load}>
        {(offer) => <AcceptForm {...props} offer={offer} />}
      </Loaded>
    </DeskProvider>
  )
}

function AcceptForm({ locale, messages, faultMessages, offer }: FormProps) {
  const { values, faults, isBusy, failure, wait } = useForm(acceptForm)
  return (
    <form className="form desk-narrow" noValidate aria-busy={isBusy} onSubmit={handleSubmit(acceptForm.submit)}>
      <p>{interpolate(messages.hello, { email: offer.email })}</p>
      {/* A password manager stores the password under the address. */}
      <input type="email" name="email" autoComplete="username" value={offer.email} readOnly hidden />
      <Field
        label={messages.name}
        name="name"
        autoComplete="name"
        hint={messages.nameHint}
        value={values.name}
        fault={faults['name'] && (faults['name'] === 'taken' ? messages.nameTaken : faultMessages.required)}
        onChange={(text) => acceptForm.change('name', text)}
      />
      <PasswordField
        label={messages.password}
        name="password"
        autoComplete="new-password"
        value={values.password}
        hint={interpolate(messages.passwordHint, { min: digits(offer.password_rules.min, locale) })}
        fault={newPasswordText(messages, faults['password'], offer.password_rules, locale)}
        messages={messages}
        onChange={(text) => acceptForm.change('password', text)}
      />
      <SecondFactor {...{ messages, offer, code: values.code, faultMessages, fault: faults['code'] }} />
      {failure !== 'factor' && <Refused {...{ failure, wait, messages, locale }} />}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.accept}
      </button>
    </form>
  )
}

type FactorProps = Pick<FormProps, 'messages' | 'offer' | 'faultMessages'> & { code: string; fault: string | undefined }

function SecondFactor({ messages, offer, code, fault, faultMessages }: FactorProps) {
  const isPasskey = useStore($withPasskey)
  return (
    <>
      {hasPasskeys() && (
        <Choice
          label={messages.secondFactor}
          name="factor"
          value={isPasskey ? 'passkey' : 'totp'}
          options={(['totp', 'passkey'] as const).map((value) => ({ value, label: messages.factorNames[value] }))}
          onChange={(value) => choosePasskey(value === 'passkey')}
        />
      )}
      {isPasskey ? (
        <p>{messages.passkeyLead}</p>
      ) : (
        <>
          <p>{messages.appLead}</p>
          <QrCode text={offer.totp.address} label={messages.qr} />
          <p>
            {messages.secret} <code className="desk-secret">{offer.totp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <Field
            label={messages.code}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            fault={fault && (fault === 'required' ? faultMessages.required : messages.wrongCode)}
            onChange={(text) => acceptForm.change('code', text)}
          />
        </>
      )}
    </>
  )
}

type RefusedProps = Pick<FormProps, 'messages' | 'locale'> & { failure: string | undefined; wait: number | undefined }

function Refused({ failure, wait, messages, locale }: RefusedProps) {
  const texts: Record<string, string> = messages.faultTexts
  if (!failure || !texts[failure]) return <Failure {...{ failure, wait, messages, locale }} />
  return (
    <p role="alert" className="failure">
      {texts[failure]}
    </p>
  )
}
