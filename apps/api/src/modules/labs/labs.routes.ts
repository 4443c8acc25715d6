import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { LabService } from './labs.service.ts'

const fieldsOf = <Fields extends { address: { line1: string; city: string } }>({
  address: { line1, city },
  ...fields
}: Fields) => ({ ...fields, addressLine1: line1, city })

export const labRoutes = (app: FastifyInstance, { labs }: { labs: LabService }): void => {
  serve(app, contract.labs.list, async (_, request) => ({ data: await labs.list(callerOf(request)) }))
  serve(app, contract.labs.getById, async ({ params }, request) => ({
    data: await labs.get(callerOf(request), params.id),
  }))
  serve(app, contract.labs.getOverview, async ({ params }, request) => ({
    data: await labs.getOverview(callerOf(request), params.id),
  }))
  serve(app, contract.labs.listStaff, ({ params, query }, request) =>
    labs.listStaff(callerOf(request), params.id, query),
  )
  serve(app, contract.labs.create, async ({ body }, request) => ({
    message: SUCCESS.labAdded,
    data: await labs.create(callerOf(request), fieldsOf(body)),
  }))
  serve(app, contract.labs.update, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await labs.update(callerOf(request), params.id, fieldsOf(body), body.updatedAt),
  }))
  serve(app, contract.labs.remove, async ({ params }, request) => {
    await labs.remove(callerOf(request), params.id)
    return { message: SUCCESS.labDeleted }
  })
}
