import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { sendCsv } from '../../http/csv-response.ts'
import { workSignalOf } from '../../http/long-work.ts'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { filterText } from '../activity/list-views.ts'
import type { BulkResendService } from './bulk-resend.service.ts'
import { DELIVERY_EXPORT, NO_CONTACT_EXPORT } from './delivery-csv.ts'
import type { DeliveryListService } from './delivery-lists.service.ts'

export const deliveryListRoutes = (
  app: FastifyInstance,
  {
    deliveryLists,
    bulkResend,
    activity,
  }: { deliveryLists: DeliveryListService; bulkResend: BulkResendService; activity: ActivityService },
): void => {
  serve(app, contract.deliveries.list, async ({ query }, request) => {
    const caller = callerOf(request)
    const found = await deliveryLists.list(caller, query)
    activity.recordList(caller, {
      action: 'report.list',
      what: 'Listed messages to patients',
      filter: filterText(query),
      page: found.pagination.page,
      rows: found.data.length,
    })
    return found
  })
  serve(app, contract.deliveries.listWithoutContact, async ({ query }, request) => {
    const caller = callerOf(request)
    const found = await deliveryLists.listWithoutContact(caller, query)
    activity.recordList(caller, {
      action: 'report.list',
      what: 'Listed reports whose patient cannot be reached',
      page: found.pagination.page,
      rows: found.data.length,
    })
    return found
  })
  serve(app, contract.deliveries.listOfPatient, async ({ params, query }, request) => {
    const caller = callerOf(request)
    const found = await deliveryLists.listOfPatient(caller, params.id, query)
    activity.recordList(caller, {
      action: 'report.list',
      // Not in the patient's history, which has the page view already.
      what: `Listed what was sent to patient ZL-${params.id}`,
      page: found.pagination.page,
      rows: found.data.length,
    })
    return found
  })
  serve(app, contract.deliveries.getCounts, async (_, request) => ({
    data: await deliveryLists.getCounts(callerOf(request)),
  }))
  serve(app, contract.deliveries.resendMany, async ({ body }, request) => ({
    data: await bulkResend.resendMany(callerOf(request), body.ids, workSignalOf(request)),
  }))
  serveFile(app, contract.deliveries.exportCsv, ({ query: { view, ...filter } }, request, reply) => {
    const caller = callerOf(request)
    const shown = filterText(view === 'no-contact' ? { view } : { view, ...filter })
    const record = () =>
      activity.record(caller, {
        action: 'data.export',
        summary: shown === '' ? 'Exported messages to patients' : `Exported messages to patients: ${shown}`,
      })
    return view === 'no-contact'
      ? sendCsv(reply, {
          ...NO_CONTACT_EXPORT,
          batches: deliveryLists.exportWithoutContact(caller),
          record,
        })
      : sendCsv(reply, {
          ...DELIVERY_EXPORT,
          batches: deliveryLists.exportAll(caller, { view, ...filter }),
          record,
        })
  })
}
