import { useState } from 'react'
import { hasPasskeys } from '#client/accounts/passkeys.ts'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import { provePasskey } from '#stores/desk/sign-in.ts'
import type { SignInMessages } from './sign-in-messages.ts'

type Props = { messages: SignInMessages; options: PasskeyJson; onDone: () => void }

/** The other way of the second factor: a passkey of this device, or a key. */
export function PasskeyButton({ messages, options, onDone }: Props) {
  const [fault, setFault] = useState<string>()
  if (!hasPasskeys()) return null
  const texts: Record<string, string> = messages.faultTexts
  const prove = async () => {
    const sent = await provePasskey(options)
    setFault(sent.ok ? undefined : sent.fault)
    if (sent.ok) onDone()
  }
  return (
    <>
      <p className="soft">{messages.or}</p>
      <button type="button" className="button quiet" onClick={() => void prove()}>
        {messages.usePasskey}
      </button>
      {fault && (
        <p role="alert" className="failure">
          {texts[fault] ?? messages.failed}
        </p>
      )}
    </>
  )
}
