import type { APIRoute } from 'astro'
import { factsFiles, searchFacts } from '#catalog/search-index.ts'

export const getStaticPaths = async () =>
  (await factsFiles()).map((file) => ({ params: { file: String(file) }, props: { file } }))
type Props = { file: number }

/** Covers, kinds, languages and prices beside the names that the search box suggests. */
export const GET: APIRoute<Props> = async ({ props: { file } }) =>
  new Response(JSON.stringify(await searchFacts(file)), { headers: { 'content-type': 'application/json' } })
