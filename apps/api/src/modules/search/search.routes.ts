import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { SearchService } from './search.service.ts'

export const searchRoutes = (app: FastifyInstance, { search }: { search: SearchService }): void => {
  serve(app, contract.search.records, async ({ body }, request) => ({
    data: await search.records(callerOf(request), body.text),
  }))
}
