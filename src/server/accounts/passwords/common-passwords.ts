import { passwordFault, type PasswordFault, type PasswordPolicy } from '#contract/accounts.ts'

/** Where passwords were 8 letters or more from the start, the shop also refuses what everybody tries first (ASVS 6.2.4, 6.2.12). */
export async function newPasswordFault(
  password: string,
  policy: PasswordPolicy,
): Promise<PasswordFault | 'common' | undefined> {
  const fault = passwordFault(password, policy)
  if (fault || !policy.refusesCommon) return fault
  return (await commonPasswords()).has(password.normalize('NFC').toLowerCase()) ? 'common' : undefined
}

let read: Promise<ReadonlySet<string>> | undefined
/** 49,000 of them: read when the first is asked about, and anew when that failed. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  read ??= import('@zxcvbn-ts/language-common')
    .then(({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase())))
    .catch((error: unknown) => {
      read = undefined
      throw error
    })
  return read
}
