import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { workSignalOf } from '../../../http/long-work.ts'
import { serve } from '../../../http/serve.ts'
import type { SendingsService } from '../receivers/sendings.service.ts'
import type { ConnectionListService } from './connection-lists.service.ts'
import type { ConnectionStateService } from './connection-states.service.ts'
import type { ConnectionService } from './connections.service.ts'

export const connectionRoutes = (
  app: FastifyInstance,
  services: {
    connections: ConnectionService
    connectionStates: ConnectionStateService
    connectionLists: ConnectionListService
    sendings: SendingsService
  },
): void => {
  const { connections, connectionStates: states, connectionLists: lists, sendings } = services
  const { integrations } = contract
  serve(app, integrations.getClients, ({ params, caller }) => lists.clients(caller, params.labId))
  serve(app, integrations.getReceivers, ({ params, caller }) => lists.receivers(caller, params.labId))
  serve(app, integrations.getAttempts, ({ params, query, caller }) =>
    lists.attempts(caller, params.id, query),
  )
  serve(app, integrations.addClient, ({ params, body, caller }) =>
    connections.addClient(caller, params.labId, body),
  )
  serve(app, integrations.addReceiver, ({ params, body, caller }) =>
    connections.addReceiver(caller, params.labId, body),
  )
  serve(app, integrations.update, ({ params, body, caller }) => connections.update(caller, params.id, body))
  serve(app, integrations.rotate, ({ params, caller }) => states.rotate(caller, params.id))
  serve(app, integrations.pause, ({ params, caller }) => states.pause(caller, params.id))
  serve(app, integrations.resume, ({ params, caller }) => states.resume(caller, params.id))
  serve(app, integrations.end, ({ params, caller }) => states.end(caller, params.id))
  serve(app, integrations.tryNow, ({ params, caller }) => states.tryNow(caller, params.id))
  serve(app, integrations.replay, ({ params, body, caller }, request) =>
    states.replay(caller, params.id, body.since, workSignalOf(request)),
  )
  serve(app, integrations.getSendings, ({ params, caller }) => sendings.listOfReport(caller, params.id))
  serve(app, integrations.resend, ({ params, caller }) => sendings.resend(caller, params.id))
  serve(app, integrations.settle, ({ params, caller }) => sendings.settle(caller, params.id))
  serve(app, integrations.test, ({ params, caller }) => sendings.test(caller, params.id))
}
