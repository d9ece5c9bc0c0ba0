import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'

export type FaultMessages = Messages['form']['faults']
export type TextFaultMessages = FaultMessages & Messages['form']['textFaults']

/** The text of a fault code of the contract. A code without a message of its own reads as the one that `fallback` names. */
export function faultText<Fallback extends string>(
  messages: Record<Fallback, string>,
  code: string | undefined,
  fallback: Fallback,
  values: Record<string, string> = {},
): string | undefined {
  if (!code) return undefined
  const texts: Record<string, string> = messages
  return interpolate(texts[code] ?? messages[fallback], values)
}
