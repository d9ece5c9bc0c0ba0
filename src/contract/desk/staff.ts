import { boolean, enums, string, type } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { Nothing } from '../wire-fields.ts'
import { ROLES } from './roles.ts'

export const deskMe = endpoint({
  auth: 'staff',
  method: 'GET',
  path: '/api/desk/me/',
  input: Nothing,
  reply: type({ status: boolean(), name: string(), role: enums(ROLES), is_stepped_up: boolean() }),
  summary: 'Who is at the desk',
})
