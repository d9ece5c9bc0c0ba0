import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { deskFault } from '#islands/desk/desk-context.tsx'
import { SignInSteps, type SignInProps } from '#islands/desk/sign-in/SignInSteps.tsx'
import { $gate, leaveGate } from '#stores/desk/call.ts'
import { beginStepUp, restartSignIn } from '#stores/desk/sign-in.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'

/** Over the page, which stays as it is: asks for the second factor, or for the sign-in after the session has ended. */
export function GateDialog(props: Omit<SignInProps, 'onDone'>) {
  const { messages, shared } = props
  const gate = useStore($gate)
  const [fault, setFault] = useState<string>()
  const begin = async () => {
    setFault(undefined)
    const sent = await beginStepUp()
    if (!sent.ok) setFault(sent.fault)
  }
  useEffect(() => {
    restartSignIn()
    if (gate === 'stepUp') void begin()
  }, [gate])
  return (
    <Dialog
      title={gate === 'stepUp' ? messages.stepUpTitle : messages.endedTitle}
      close={shared.close}
      isOpen={gate !== undefined}
      onClose={() => leaveGate(false)}
    >
      <p>{gate === 'stepUp' ? messages.stepUpLead : messages.endedLead}</p>
      {fault ? (
        <TryAgain text={deskFault(shared, fault)} label={shared.tryAgain} retry={begin} />
      ) : (
        <SignInSteps {...props} isStepUp={gate === 'stepUp'} onDone={() => leaveGate(true)} />
      )}
    </Dialog>
  )
}
