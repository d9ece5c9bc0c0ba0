import { ROLES } from '#contract/desk/staff/roles.ts'
import { hashPassword } from '../accounts/passwords/passwords.ts'
import type { AppContext } from '../context.ts'
import { DEMO_HOST, DEMO_PASSWORD } from './accounts.ts'

/** The secret of the authenticator app of all people at the demo's desk. Production never creates them. */
export const DEMO_TOTP_SECRET = 'DEMODESKSECRETTOTP234567'
const NAMES = { owner: 'Vasudha Bapat', editor: 'Ira Sane', support: 'Kedar Mane', accounts: 'Rohini Dixit' } as const

/** Creates the missing people of the demo's desk, one of each role. */
export async function ensureDemoStaff({
  db,
  now,
  encryption,
}: Pick<AppContext, 'db' | 'now' | 'encryption'>): Promise<void> {
  const existing = await db.query<{ email: string }>('select lower(email) as email from staff')
  const missing = ROLES.filter((role) => !existing.some(({ email }) => email === `${role}@${DEMO_HOST}`))
  for (const role of missing)
    await db.query(
      `insert into staff (email, name, role, password_hash, totp_secret, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing`,
      [
        ...[`${role}@${DEMO_HOST}`, NAMES[role], role],
        ...[await hashPassword(DEMO_PASSWORD), encryption.encrypt(DEMO_TOTP_SECRET), now()],
      ],
    )
}
