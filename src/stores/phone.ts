import type { Sent } from './form.ts'

/**
 * What a form answers to a phone number that its country does not have. The rules load at the first send; when they cannot, the server
 * checks alone, as it does whether a number is needed.
 */
export async function refusePhone(mobile: string, country: string): Promise<Sent | undefined> {
  if (mobile === '') return undefined
  const rules = await phoneRules()
  if (!rules || rules.isPhone(mobile, country)) return undefined
  return { ok: false, fault: 'badInput', fields: { mobile: 'mobile' } }
}

/** Loads the rules of phone numbers; without a connection there are none, and the server checks alone. */
export const phoneRules = () => import('#contract/fields/phone.ts').catch(() => undefined)
