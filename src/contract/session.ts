import { boolean, defaulted, nullable, string, type, type Infer } from 'superstruct'

/** A listener as a browser keeps him, encrypted, with the fields of D3. */
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
})
export type Session = Infer<typeof Session>
