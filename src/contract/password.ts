import { lengthOf } from './plain-text.ts'

export type PasswordPolicy = { min: number; max: number; refusesCommon?: boolean }
export type PasswordFault = 'required' | 'tooShort' | 'tooLong'

/** The one place: `usual` is the specification's (D5), `hardened` what PASSWORD_POLICY chooses. Pages learn theirs from the replies. */
export const passwordPolicies = { usual: { min: 5, max: 15 }, hardened: { min: 8, max: 128, refusesCommon: true } } as const satisfies Record<
  string,
  PasswordPolicy
>

/** Counted as it will be hashed: composed, nothing cut off. */
export function passwordFault(password: string, { min, max }: PasswordPolicy): PasswordFault | undefined {
  const length = lengthOf(password.normalize('NFC'))
  if (length === 0) return 'required'
  if (length < min) return 'tooShort'
  return length > max ? 'tooLong' : undefined
}
