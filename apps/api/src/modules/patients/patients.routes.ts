import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import { timeZoneOf } from '../../http/time-zone-header.ts'
import type { PatientService } from './patients.service.ts'

export const patientRoutes = (app: FastifyInstance, { patients }: { patients: PatientService }): void => {
  serve(app, contract.patients.list, ({ query }, request) => patients.list(callerOf(request), query))
  serve(app, contract.patients.getById, async ({ params }, request) => ({
    data: await patients.get(callerOf(request), params.id),
  }))
  serve(app, contract.patients.register, async ({ body }, request) => ({
    message: SUCCESS.patientAdded,
    data: await patients.register(callerOf(request), body, timeZoneOf(request)),
  }))
  serve(app, contract.patients.checkPhone, async ({ body }, request) => {
    const found = await patients.findByPhone(callerOf(request), body.phone)
    return { exists: found.length > 0, data: { patients: found } }
  })
}
