import {
  deskAcceptPayment,
  deskInvoice,
  deskOrder,
  deskOrders,
  deskRefundOrder,
  deskResendMail,
  deskReturnPayment,
  type DeskOrder,
  type DeskOrderFilter,
  type DeskOrderRow,
} from '#contract/desk/orders.ts'
import { deskCall } from './call.ts'
import { createList } from './list.ts'
import { createLoadable } from './loadable.ts'

export const orderList = createList<DeskOrderRow, DeskOrderFilter>('all', (query, signal) =>
  deskCall(deskOrders, query, signal),
)
export const order = createLoadable((signal, id: number) => deskCall(deskOrder, { id }, signal))

type Fault = string | undefined
const faultOf = (result: { ok: boolean; fault?: string }): Fault => (result.ok ? undefined : result.fault)

/** Pays these lines back, or all that is left. Another amount than the one that was shown changes nothing. */
export async function refundLines(
  id: number,
  lines: number[] | undefined,
  amount: number,
  reason: string,
): Promise<Fault> {
  const result = await deskCall(deskRefundOrder, { id, reason, amount, ...(lines && { lines }) })
  await order.load(id)
  return faultOf(result)
}

/** `amount`: what was shown. Another amount than that is not accepted. */
export async function acceptPayment(id: number, amount: number, reason: string): Promise<Fault> {
  const result = await deskCall(deskAcceptPayment, { id, amount, reason })
  await order.load(id)
  return faultOf(result)
}

export async function returnPayment(id: number, reason: string): Promise<Fault> {
  const result = await deskCall(deskReturnPayment, { id, reason })
  await order.load(id)
  return faultOf(result)
}

/** The address that the mail goes to. */
export async function sendAgain(id: number, mail: DeskOrder['mails'][number]) {
  const result = await deskCall(deskResendMail, { id, mail })
  if (result.ok) await order.load(id)
  return result
}

export const openPaper = (id: number, number: string) => deskCall(deskInvoice, { id, number })
