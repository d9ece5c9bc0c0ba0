/** What the header asks on every page of a listener, apart from the calls of the basket, which few pages need (C7). */
import { integer, type } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { Nothing, status } from './parts.ts'

export const cartCount = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/cart/',
  input: Nothing,
  reply: type({ status, data: integer() }),
  summary: 'How many lines the cart has',
})
