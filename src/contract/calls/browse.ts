import { array, defaulted, integer, object, optional, record, size, string, type } from 'superstruct'
import { slug as p } from '../../brand.ts'
import { ProductCard } from '../catalog.ts'
import { endpoint } from '../endpoint.ts'

const cards = array(ProductCard)

export const browse = endpoint({
  auth: 'guest-index',
  method: 'POST',
  path: `/api/v2/browse-${p}-products/`,
  input: object({
    [`browse_${p}`]: optional(size(string(), 0, 60)),
    /** Category id, or empty for all. */
    category: optional(size(string(), 0, 60)),
    product_type: defaulted(size(string(), 1, 60), 'family'),
  }),
  reply: type({ data: type({ total_products: record(string(), type({ count: integer(), all_product: cards })) }) }),
  summary: 'Titles by type and genre',
})
