import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import type { CallResult } from '#client/call.ts'
import { deskUndo } from '#contract/desk/history.ts'
import type { Endpoint, InputOf } from '#contract/http/endpoint.ts'
import { $staff } from './staff.ts'

/** What a call waits for: the second factor, or the whole sign-in after the session has ended. */
const GATES = ['stepUp', 'signedOut'] as const
type Gate = (typeof GATES)[number]

export const $gate = atom<Gate | undefined>(undefined)
type Waiting = { email: string | undefined; goOn: (isOpen: boolean) => void }
let waiting: Waiting[] = []

const emailHere = () => {
  const staff = $staff.get()
  return staff.state === 'here' ? staff.email : undefined
}

/**
 * The dialog of the gate was answered or closed: calls that wait are repeated or given up. What one person pressed is not done in the
 * name of another one who signs in.
 */
export function leaveGate(isOpen: boolean): void {
  const [calls, email] = [waiting, emailHere()]
  waiting = []
  $gate.set(undefined)
  for (const { email: asked, goOn } of calls) goOn(isOpen && (asked === undefined || asked === email))
}

function waitAt(gate: Gate): Promise<boolean> {
  // A session that has ended needs everything: it goes before the second factor alone.
  if ($gate.get() !== 'signedOut') $gate.set(gate)
  return new Promise((goOn) => waiting.push({ email: emailHere(), goOn }))
}

/**
 * A call of the desk. When it needs the second factor, or the session has ended, a dialog over the page asks for it and the call is
 * repeated: the page stays with all that was typed. Given up, the refusal comes back as from `call`.
 */
export async function deskCall<E extends Endpoint>(
  row: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<CallResult<E>> {
  const result = await call(row, input, signal)
  const fault = result.ok ? undefined : result.fault
  const gate = GATES.find((one) => one === fault)
  if (!gate) return result
  const isOpen = await waitAt(gate)
  return isOpen && !signal?.aborted ? deskCall(row, input, signal) : result
}

export const faultOf = (result: { ok: true } | { ok: false; fault: string }): string | undefined =>
  result.ok ? undefined : result.fault

/** Takes a change of the last 30 days back; returns the fault. */
export const undoChange = async (id: number): Promise<string | undefined> => faultOf(await deskCall(deskUndo, { id }))
