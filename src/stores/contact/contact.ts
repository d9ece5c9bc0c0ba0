import { omit } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { COLLABORATIONS, contactUs, type Collaboration } from '#contract/contact.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { myProfile } from '#contract/accounts/profile.ts'
import { $signOuts, currentSession, isStillIn } from '../accounts/session.ts'
import { createForm, type Sent } from '../form.ts'
import { refusePhone } from '../phone.ts'
import { $captcha, takeCaptchaProof, tickCaptcha } from '../captcha.ts'

/** The loading overlay is shown at least this long. */
const OVERLAY_MS = 1_000
const PATIENCE_MS = 30_000
/** The form asks for no country: a number without a code is one of this. */
const HOME = 'IN'
const EMPTY = { first_name: '', last_name: '', email: '', mobile: '', comments: '', type: 'customer' }

/** `?type=writer` preselects the sender; anything else is a customer. */
export function collaborationIn(query: string): Collaboration {
  const asked = new URLSearchParams(query).get('type')
  return COLLABORATIONS.find((type) => type === asked) ?? 'customer'
}

const isUnproved = () => ['idle', 'failed'].includes($captcha.get().state)
const checkHuman = (): Record<string, string> => (isUnproved() ? { altcha: 'humanCheck' } : {})

export const contactForm = createForm(omit(contactUs.input, ['altcha']), EMPTY, send, checkHuman)

/** Fills in the name, the number and the address of a listener. */
export async function fillInContact(): Promise<void> {
  const session = await currentSession()
  if (!session) return
  const known = await call(myProfile, {})
  // A message that was sent meanwhile left an empty form, which shows its thanks.
  if (!known.ok || !isStillIn(session) || contactForm.$done.get()) return
  const { first_name, last_name, mobile, email } = known.value.data.my_profile
  contactForm.fill({ first_name, last_name, mobile, email })
}

async function send(letter: Omit<InputOf<typeof contactUs>, 'altcha'>): Promise<Sent> {
  const [sent] = await Promise.all([post(letter), new Promise((resolve) => setTimeout(resolve, OVERLAY_MS))])
  // Each message needs a new tick, and so does a proof that the server refused. The message of a failed check stays.
  if (sent.ok || (sent.fault === 'humanCheck' && !isUnproved())) tickCaptcha(false)
  return sent
}

async function post(letter: Omit<InputOf<typeof contactUs>, 'altcha'>): Promise<Sent> {
  const refused = await refusePhone(letter.mobile, HOME)
  if (refused) return refused
  const altcha = await takeCaptchaProof()
  if (!altcha) return { ok: false, fault: 'humanCheck', fields: { altcha: 'humanCheck' } }
  return call(contactUs, { ...letter, altcha }, AbortSignal.timeout(PATIENCE_MS))
}

// The name and the number are those of the listener who signed out.
$signOuts.listen(contactForm.forget)
