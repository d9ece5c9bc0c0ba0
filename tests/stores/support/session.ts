import { beginSession, endSession } from '#stores/accounts/session.ts'

/** Signed in as the pages know it: by what the server said on signing in. */
export async function beListener({ token, email }: { token: string; email: string }): Promise<void> {
  endSession()
  await beginSession(
    { status: '1', token, email, first_name: 'Asha', last_name: 'Joshi', country_code: 'IN', state: 'MH' },
    false,
  )
}
