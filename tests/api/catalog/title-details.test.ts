import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { buildApp } from '../../../src/server/app.ts'
import { call, useShop } from '../support/shop.ts'

const shop = useShop()
let other: FastifyInstance
beforeAll(async () => void (other = await buildApp(shop().context)))
afterAll(() => other.close())

it('[SP-3] a change of the catalog is seen at once by every process, also on the cards of other titles', async () => {
  const [title] = await shop().db.query<{ id: number; related: number }>(
    `select id, related[1] as related from products where status = 'published' and array_length(related, 1) > 0 order by id limit 1`,
  )
  const { id = 0, related = 0 } = title ?? {}
  /** Names of the title and of its first related title, as two processes show them. */
  const names = () =>
    Promise.all(
      [shop(), { ...shop(), app: other }].map(async (process) => {
        const reply = await call(process, endpoints.productDetails, { id })
        return [reply.product_details[0]?.name, reply.category_product_list[0]?.name]
      }),
    )
  const [before, same] = await names()
  expect([before, before?.includes(undefined)]).toEqual([same, false])
  await shop().db.query(`update products set name = 'Anew ' || id where id = any($1)`, [[id, related]])
  expect(await names()).toEqual([before, before])
  await shop().db.query('update catalog_version set revision = revision + 1')
  expect(await names()).toEqual(Array(2).fill([`Anew ${id}`, `Anew ${related}`]))
})
