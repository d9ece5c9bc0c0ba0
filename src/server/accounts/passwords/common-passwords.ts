import { passwordFault, type PasswordFault, type PasswordPolicy } from '#contract/accounts/accounts.ts'

/** Checks a new password. The hardened policy also refuses common passwords (ASVS 6.2.4, 6.2.12). */
export async function newPasswordFault(
  password: string,
  policy: PasswordPolicy,
): Promise<PasswordFault | 'common' | undefined> {
  const fault = passwordFault(password, policy)
  if (fault || !policy.refusesCommon) return fault
  return (await commonPasswords()).has(password.normalize('NFC').toLowerCase()) ? 'common' : undefined
}

let loaded: Promise<ReadonlySet<string>> | undefined
/** 49,000 words, loaded by the first check; a failed load is repeated. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common')
    .then(({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase())))
    .catch((error: unknown) => {
      loaded = undefined
      throw error
    })
  return loaded
}
