import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SignInSteps, type SignInProps } from '#islands/desk/sign-in/SignInSteps.tsx'
import { $gate, leaveGate } from '#stores/desk/call.ts'
import { beginStepUp, restartSignIn } from '#stores/desk/sign-in.ts'
import { Dialog } from '#ui/Dialog.tsx'

/** Over the page, which stays as it is: asks for the second factor, or for the sign-in after the session has ended. */
export function GateDialog(props: Omit<SignInProps, 'onDone'>) {
  const { messages, shared } = props
  const gate = useStore($gate)
  useEffect(() => {
    if (gate === 'stepUp') void beginStepUp()
    if (gate === 'signedOut') restartSignIn()
  }, [gate])
  return (
    <Dialog
      title={gate === 'stepUp' ? messages.stepUpTitle : messages.endedTitle}
      close={shared.close}
      isOpen={gate !== undefined}
      onClose={() => leaveGate(false)}
    >
      <p>{gate === 'stepUp' ? messages.stepUpLead : messages.endedLead}</p>
      <SignInSteps {...props} isStepUp={gate === 'stepUp'} onDone={() => leaveGate(true)} />
    </Dialog>
  )
}
