import { createHmac } from 'node:crypto'
import { is, type Infer, literal, number, optional, string, type } from 'superstruct'
import { readJson, type IdentityProvider, type Proved } from './port.ts'

type FacebookOptions = { appId: string; appSecret: string; graphUrl: () => string; page?: string }

const FACEBOOK_PAGE = 'https://www.facebook.com/dialog/oauth'

const Issued = type({ access_token: string() })
const Debug = type({
  data: type({ app_id: string(), is_valid: literal(true), expires_at: number(), user_id: string() }),
})
const Me = type({
  id: string(),
  first_name: optional(string()),
  last_name: optional(string()),
  email: optional(string()),
})

/**
 * The code flow: the browser brings a code, and this server exchanges it with its secret, so that no token is ever in an
 * address. The token is looked at before it is used: `/me` would take one that was issued to another app.
 */
export function createFacebook({
  appId,
  appSecret,
  graphUrl,
  page = FACEBOOK_PAGE,
}: FacebookOptions): IdentityProvider {
  const ask = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const url = new URL(`${graphUrl()}/${path}`)
    url.search = new URLSearchParams(query).toString()
    return (await readJson(url))?.body
  }
  return {
    clientId: appId,
    page,
    async prove(code, _nonce, now, redirect) {
      const app = { client_id: appId, client_secret: appSecret }
      const issued = await ask('oauth/access_token', { ...app, redirect_uri: redirect, code })
      if (!is(issued, Issued)) return undefined
      const token = issued.access_token
      const debug = await ask('debug_token', { input_token: token, access_token: `${appId}|${appSecret}` })
      if (!is(debug, Debug) || debug.data.app_id !== appId) return undefined
      const { expires_at, user_id } = debug.data
      // 0: a token that never expires.
      if (expires_at !== 0 && expires_at * 1000 <= now.getTime()) return undefined
      const proof = createHmac('sha256', appSecret).update(token).digest('hex')
      const me = await ask('me', {
        fields: 'id,first_name,last_name,email',
        access_token: token,
        appsecret_proof: proof,
      })
      if (!is(me, Me) || me.id !== user_id) return undefined
      return provedBy(me)
    },
  }
}

const provedBy = ({ id, email = '', first_name = '', last_name = '' }: Infer<typeof Me>): Proved => ({
  uid: id,
  email,
  isMailProved: false,
  firstName: first_name,
  lastName: last_name,
})

export const facebookGraph = (): string => 'https://graph.facebook.com'
