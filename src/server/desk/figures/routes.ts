import { dayInIndia } from '#contract/time/day.ts'
import type { FastifyInstance } from 'fastify'
import { monthPeriod } from '#contract/desk/figures.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import { registerDownload } from '../../http/downloads/register-download.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { heardByDay, heardByTitle, trackCompletion } from '../../listening/listening-figures.ts'
import { documentLines, documentsOf } from '../../orders/records/document-lines.ts'
import { runningSubscriptions, subscriptionEvents } from '../../plans/subscription-figures.ts'
import { namesOf } from '../orders/order-reply.ts'
import { figuresCsv } from './csv.ts'
import { gstOf } from './gst.ts'
import { invoiceZip } from './invoice-zip.ts'
import { isPeriod } from './period.ts'
import { removeRoyaltyRate, royaltyRates, setRoyaltyRate } from './royalty-rates.ts'
import { royalties } from './royalties.ts'
import { salesRows, salesTotals } from './sales.ts'
import { subscriptionRows } from './subscriptions.ts'

const PERIOD = { fault: 'period', fields: { to: 'period' } } as const

export function figureDeskRoutes(app: FastifyInstance, context: AppContext): void {
  salesRoutes(app, context)
  listeningRoutes(app, context)
  gstRoutes(app, context)
  royaltyRoutes(app, context)
  registerEndpoint(app, endpoints.deskFiguresCsv, ({ table, ...period }) =>
    isPeriod(period) ? figuresCsv(context, table, period) : PERIOD,
  )
}

function salesRoutes(app: FastifyInstance, { db, now }: AppContext): void {
  registerEndpoint(app, endpoints.deskSales, async ({ by, ...period }) => {
    if (!isPeriod(period)) return PERIOD
    const lines = await documentLines(db, period)
    return { totals: salesTotals(lines), rows: await salesRows(db, lines, by) }
  })
  registerEndpoint(app, endpoints.deskSubscriptions, async (period) => {
    if (!isPeriod(period)) return PERIOD
    const events = await subscriptionEvents(db, period, now())
    const [rows, days] = [subscriptionRows(events, 'plan'), subscriptionRows(events, 'day')]
    return { running: await runningSubscriptions(db, now()), rows, days }
  })
}

function listeningRoutes(app: FastifyInstance, { db }: AppContext): void {
  registerEndpoint(app, endpoints.deskListening, async (period) => {
    if (!isPeriod(period)) return PERIOD
    const [heard, days] = await Promise.all([heardByTitle(db, period), heardByDay(db, period)])
    const rows = heard.map(({ id, translations, ...row }) => ({
      ...row,
      key: String(id),
      names: namesOf({ translations, isPlan: false }),
    }))
    return { rows, days }
  })
  registerEndpoint(app, endpoints.deskCompletion, async ({ title }) => {
    const found = await trackCompletion(db, title)
    if (!found) return { fault: 'notFound' as const }
    const rows = found.rows.map(({ translations, ...row }) => ({
      ...row,
      names: namesOf({ translations, isPlan: false }),
    }))
    return { names: namesOf({ translations: found.translations, isPlan: false }), rows }
  })
}

function gstRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context
  registerEndpoint(app, endpoints.deskGst, async ({ month }) => ({
    data: gstOf(await documentLines(db, monthPeriod(month))),
  }))
  registerEndpoint(app, endpoints.deskInvoiceCount, async ({ month }) => ({
    count: (await documentsOf(db, monthPeriod(month))).length,
  }))
  registerDownload(app, endpoints.deskInvoicesZip, async ({ month }, { name: who }) => {
    const documents = await documentsOf(db, monthPeriod(month))
    await noteAction(db, now(), 'export', `invoices ${month}`, { count: documents.length }, who)
    const stream = invoiceZip(context, documents, now())
    return { name: `invoices-${month}.zip`, contentType: 'application/zip', stream }
  })
}

function royaltyRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskRoyalties, async (period) =>
    isPeriod(period) ? { rows: await royalties(context.db, period) } : PERIOD,
  )
  registerEndpoint(app, endpoints.deskRates, async () => ({ data: await royaltyRates(context.db) }))
  registerEndpoint(app, endpoints.deskSetRate, async (rate, _refuse, { name: who }) => {
    const first = rate.version === 0 ? null : dayInIndia(context.now())
    const saved = await setRoyaltyRate(context, { ...rate, from: rate.from === undefined ? first : rate.from }, who)
    return 'fault' in saved ? saved : { data: saved }
  })
  registerEndpoint(app, endpoints.deskRemoveRate, async (rate, _refuse, { name: who }) => {
    const saved = await removeRoyaltyRate(context, rate, who)
    return 'fault' in saved ? saved : { data: saved }
  })
}
