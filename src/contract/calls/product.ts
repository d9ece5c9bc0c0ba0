/** One title with its tracks (C7). */
import { array, defaulted, integer, nullable, object, string, type } from 'superstruct'
import { Product, ProductCard, Track } from '../catalog.ts'
import { endpoint } from '../endpoint.ts'
import { Id, PageSize, status } from './parts.ts'

export const productDetails = endpoint({
  auth: 'guest-product',
  method: 'GET',
  path: '/api/v2/product-details/:id/',
  input: object({ id: Id }),
  reply: type({ status, product_details: array(Product), category_product_list: array(ProductCard) }),
  faults: ['notFound'],
  summary: 'A title and its neighbours',
})
export const tracks = endpoint({
  auth: 'anyone',
  method: 'GET',
  path: '/api/tracks/:id/:offset/:limit/',
  input: object({ id: Id, offset: defaulted(string(), '0'), limit: PageSize }),
  /** `last_product_track` is the listener's own. */
  reply: type({ status, producttracks: array(Track), last_product_track: nullable(Track), count: integer() }),
  faults: ['notFound'],
  summary: 'Tracks of a title',
})
