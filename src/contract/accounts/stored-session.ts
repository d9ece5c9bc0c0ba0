import { boolean, defaulted, nullable, string, type, type Infer } from 'superstruct'

/** The session of a listener. The browser stores it encrypted. */
export const Session = type({
  loginSuccess: boolean(),
  token: string(),
  firstName: defaulted(string(), ''),
  lastName: defaulted(string(), ''),
  userEmail: defaulted(string(), ''),
  /** Address of the picture. */
  userProfile: defaulted(nullable(string()), null),
  userCountry: defaulted(string(), 'IN'),
  userState: defaulted(string(), ''),
  userMobile: defaulted(string(), ''),
  instituteName: defaulted(string(), ''),
  isLoggedInWithMobile: defaulted(boolean(), false),
  subscribeStatus: defaulted(boolean(), false),
  /** Stays the same when addresses and numbers change; empty in sessions of older releases. */
  accountId: defaulted(string(), ''),
})
export type Session = Infer<typeof Session>
