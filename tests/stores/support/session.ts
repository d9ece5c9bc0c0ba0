import { beginSession, endSession } from '#stores/accounts/session.ts'

/** Signed in as the pages know it: by what the server said on signing in. */
export async function beListener({ token, email, id }: { token: string; email: string; id: number }): Promise<void> {
  endSession()
  await beginSession(
    {
      status: '1',
      account_id: String(id),
      token,
      email,
      first_name: 'Asha',
      last_name: 'Joshi',
      country_code: 'IN',
      state: 'MH',
    },
    false,
  )
}
