import type { APIRoute } from 'astro'
import { searchParts, searchNames } from '#catalog/search-index.ts'

export const getStaticPaths = () => searchParts().map((part) => ({ params: { part }, props: { part } }))
type Props = { part: string }

/** Names that the search box suggests without a server. */
export const GET: APIRoute<Props> = async ({ props: { part } }) =>
  new Response(JSON.stringify(await searchNames(part)), { headers: { 'content-type': 'application/json' } })
