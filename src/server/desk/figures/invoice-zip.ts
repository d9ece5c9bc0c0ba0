import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { orders } from '../../db/schema/orders/orders.ts'
import { invoiceFile } from '../../orders/invoices.ts'
import type { IssuedDocument } from '../../orders/records/document-lines.ts'
import { ORDER, type OrderRow } from '../../orders/order-rows.ts'

type Dependencies = Pick<AppContext, 'db' | 'media' | 'now'>
type Id = Row<typeof orders>['id']

/** An archive of PDFs. Each is drawn when its turn comes, so that a month of many thousands needs the memory of one. */
export function invoiceZip(context: Dependencies, documents: readonly IssuedDocument[], day: Date): Readable {
  const zip = new ZipFile()
  for (const { number, orderId } of documents)
    // PDFs are compressed already.
    zip.addReadStreamLazy(`${number.replaceAll('/', '-')}.pdf`, { compress: false, mtime: day }, (take) => {
      openPdf(context, orderId, number).then(
        (stream) => take(null, stream),
        (error: unknown) => take(error, undefined as never),
      )
    })
  zip.end()
  const archive = zip.outputStream as Readable
  // Without a listener an error of one document would end the whole process.
  zip.on('error', (error: Error) => archive.destroy(error))
  return archive
}

async function openPdf(context: Dependencies, orderId: Id, number: string): Promise<Readable> {
  const [order] = await context.db.query<OrderRow>(`select ${ORDER} from orders o where o.id = $1`, [orderId])
  const file = order && (await invoiceFile(context, order, { number }))
  if (!file) throw new Error(`no document ${number}`)
  return context.media.stream(file.path)
}
