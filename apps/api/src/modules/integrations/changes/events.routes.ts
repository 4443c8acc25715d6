import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serveFhir } from '../../../http/serve.ts'
import type { EventService } from './events.service.ts'

export const eventRoutes = (app: FastifyInstance, { events }: { events: EventService }): void => {
  serveFhir(app, contract.fhir.events, ({ client, query }, _, reply) => {
    void reply.type('application/json; charset=utf-8')
    return events.list(client, query)
  })
}
