import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { exportTable } from '../../import/export/catalog.ts'
import { cancelNotification, notificationLists, sendNotification } from '../shop/notifications.ts'
import { examineCatalog, fixFinding } from './doctor.ts'
import { importTable } from './import-table.ts'

/** The whole catalog: import and export of its tables, the catalog doctor, and what listeners are told. */
export function catalogDeskRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskImport, async (input, refuse, staff) => {
    const result = await importTable(context, input, staff)
    return 'fault' in result ? refuse(result.fault, 409) : result
  })
  registerEndpoint(app, endpoints.deskExport, async ({ table }) => ({
    name: `${table}.csv`,
    text: (await exportTable(context.db, table)) ?? '',
  }))
  registerEndpoint(app, endpoints.deskDoctor, () => examineCatalog(context.db))
  registerEndpoint(app, endpoints.deskDoctorFix, (input, _refuse, { name }) => fixFinding(context, input, name))
  registerEndpoint(app, endpoints.deskNotifications, () => notificationLists(context))
  registerEndpoint(app, endpoints.deskNotificationSend, (form, _refuse, { name }) =>
    sendNotification(context, form, name),
  )
  registerEndpoint(app, endpoints.deskNotificationCancel, ({ id }, _refuse, { name }) =>
    cancelNotification(context, id, name),
  )
}
