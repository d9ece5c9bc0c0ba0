import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import type { CallResult } from '#client/call.ts'
import { deskUndo } from '#contract/desk/history.ts'
import type { Endpoint, InputOf } from '#contract/http/endpoint.ts'

/** What a call waits for: the second factor, or the whole sign-in after the session has ended. */
const GATES = ['stepUp', 'signedOut'] as const
type Gate = (typeof GATES)[number]

export const $gate = atom<Gate | undefined>(undefined)
let waiting: ((isOpen: boolean) => void)[] = []

/** The dialog of the gate was answered or closed: calls that wait are repeated or given up. */
export function leaveGate(isOpen: boolean): void {
  const calls = waiting
  waiting = []
  $gate.set(undefined)
  for (const goOn of calls) goOn(isOpen)
}

function waitAt(gate: Gate): Promise<boolean> {
  // A session that has ended needs everything: it goes before the second factor alone.
  if ($gate.get() !== 'signedOut') $gate.set(gate)
  return new Promise((resolve) => waiting.push(resolve))
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
