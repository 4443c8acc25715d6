import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { csvOf } from '../../../core/csv-line.ts'
import { sendCsv } from '../../../http/csv-response.ts'
import { workSignalOf } from '../../../http/long-work.ts'
import { serve, serveFile, serveList } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import type { BulkDeliveryService } from '../bulk/bulk-deliveries.service.ts'
import { DELIVERY_COLUMNS, NO_CONTACT_COLUMNS } from './delivery-csv.ts'
import type { DeliveryListService } from './delivery-lists.service.ts'

export const deliveryListRoutes = (
  app: FastifyInstance,
  {
    deliveryLists,
    bulkDeliveries,
    activity,
  }: { deliveryLists: DeliveryListService; bulkDeliveries: BulkDeliveryService; activity: ActivityService },
): void => {
  serveList(
    app,
    contract.deliveries.list,
    ({ query }) => ({
      action: 'report.list',
      what: 'Listed messages to patients',
      filter: filterText(query),
    }),
    ({ query, caller }) => deliveryLists.list(caller, query),
  )
  serveList(
    app,
    contract.deliveries.listWithoutContact,
    () => ({ action: 'report.list', what: 'Listed reports whose patient cannot be reached' }),
    ({ query, caller }) => deliveryLists.listWithoutContact(caller, query),
  )
  serveList(
    app,
    contract.deliveries.listOfPatient,
    ({ params }) => ({
      action: 'report.list',
      // Not in the patient's history, which has the page view already.
      what: `Listed what was sent to patient ZL-${params.id}`,
    }),
    ({ params, query, caller }) => deliveryLists.listOfPatient(caller, params.id, query),
  )
  serve(app, contract.deliveries.getCounts, ({ caller }) => deliveryLists.getCounts(caller))
  serve(app, contract.deliveries.resendMany, ({ body, caller }, request) =>
    bulkDeliveries.resendMany(caller, body.ids, workSignalOf(request)),
  )
  serve(app, contract.visits.handOverPapers, ({ body, caller }, request) =>
    bulkDeliveries.handOverPapers(caller, body.items, workSignalOf(request)),
  )
  serveFile(app, contract.deliveries.exportCsv, ({ query: { view, ...filter }, caller }, _, reply) => {
    const shown = filterText(view === 'no-contact' ? { view } : { view, ...filter })
    const record = () =>
      activity.record(caller, {
        action: 'data.export',
        summary: shown === '' ? 'Exported messages to patients' : `Exported messages to patients: ${shown}`,
      })
    return view === 'no-contact'
      ? sendCsv(reply, {
          fileName: 'no-contact.csv',
          ...csvOf(NO_CONTACT_COLUMNS, deliveryLists.exportWithoutContact(caller)),
          record,
        })
      : sendCsv(reply, {
          fileName: 'deliveries.csv',
          ...csvOf(DELIVERY_COLUMNS, deliveryLists.exportAll(caller, { view, ...filter })),
          record,
        })
  })
}
