import { array, integer, nullable, number, object, string, type, type Infer } from 'superstruct'
import { ProductCard } from './catalog.ts'
import { endpoint } from '../http/endpoint.ts'
import { CustomTranslation } from '../text/translation.ts'
import { Id, Nothing, status } from '../fields/wire-fields.ts'

/** Endpoints of series: titles that belong together and follow each other. */

/** The series of a title, and its place in it. */
export const SeriesRef = type({
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
  number: nullable(number()),
})
export type SeriesRef = Infer<typeof SeriesRef>

/** `entries`: the published titles in their order. */
export const CatalogSeries = type({
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
  entries: array(type({ product_id: integer(), number: nullable(number()) })),
})
export type CatalogSeries = Infer<typeof CatalogSeries>

export const seriesProducts = endpoint({
  auth: 'guest-product',
  method: 'GET',
  path: '/api/series-product/:id/',
  input: object({ id: Id }),
  reply: type({ status, series_details: array(CatalogSeries), series_products: array(ProductCard) }),
  faults: ['notFound'],
  summary: 'A series with its titles in their order',
})
export const bulkSeries = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/series/',
  input: Nothing,
  reply: type({ data: array(CatalogSeries) }),
  summary: 'All series with the ids of their titles',
})
